// Passwords that people choose most often, as published lists of leaked ones show them, English and German.
// Lower case. Digits and signs around a word do not count, so `Password123!` is found under `password`.

const words = `
access adidas admin administrator admin123 adobe albert alexander alexandra amanda andrea andreas andrew angel
angela angels anthony apple apples arsenal arschloch asdf asdfasdf asdfgh asdfghjk asdfghjkl asdfjkl ashley asshole
august austin autumn azerty baby babygirl badboy bailey bananas banane barcelona baseball basket basketball batman
bayern beautiful beauty berlin bigdog bismillah bitch blabla black blessed blink bond007 booger boomer borussia
boston brandon bubbles buster butterfly calvin cameron canada carlos caroline casper catherine champion changeme
charles charlie charlotte cheese chelsea chester chicken chocolate chris christian christine christmas claudia
coffee company compaq computer cookie cookies corvette cowboy cowboys crystal daniel daniela dallas daniel123
danielle darkness david default demo diamond diablo dolphin donald dortmund dragon dreams eagle eagles einstein
elephant elizabeth eminem emmanuel england erdbeere estrella explorer facebook faith falcon family fatima february
ferrari ficken fishing florian flower flowers football forever forgot formel1 frankfurt france freedom freiheit
friday friend friends friendship fuckyou fussball garfield geheim genesis george geronimo ginger goldfish golfer
google gordon guitar hallo hallo123 hallohallo hallowelt hamburg hammer hannah happy harley heaven heather hello
hello123 helloworld hockey hollywood honey hotmail hunter iceman ichliebedich iloveu iloveyou informix internet
jackson jaguar january jasmine jasper jennifer jeremy jessica jesus johannes john john316 jonathan jordan jordan23
joseph joshua junior justin katharina kennwort killer king kingdom knight kuerbis ladybug lakers lasvegas lauren
lebron legend letmein liebe liebling lifehack linkedin liverpool login london lovelove lovely loveme loveyou lucky
maggie magic manchester manutd maria marina marine mario mariposa marlboro marley martin martina master matrix
matthew maverick maximilian melanie melissa mercedes merlin metallica michael michaela michelle mickey midnight
minecraft monday money monkey monster morgan mother mountain muenchen murphy mustang myspace naruto nathan natasha
newpass newyork nicholas nicole nintendo nirvana nothing november october office oliver orange packers pakistan
pass passport passw0rd passwd passwort password passwort123 password123 patrick peaches peanut pepper pepsi
phantom philipp phoenix pikachu please pokemon police porsche princess prinzessin private purple qazwsx qazwsxedc
qwer qwert qwerty qwerty123 qwertyui qwertyuiop qwertz qwertzui qwertzuiop rainbow ranger raiders rebecca redsox
richard robert rockstar ronaldo samantha sammy samsung samsung123 sandra saturn sausage schalke schatz schatzi
scooter scorpion secret security september server service shadow shalom shannon silver simpson skywalker slipknot
smokey snoopy snowball soccer sommer sonne sonnenschein sophie spider spiderman spring starwars stefan steelers
stephanie steven stuttgart success summer sunday sunflower sunshine superman superstar support swordfish system
taylor teamwork temp temppass tennis tequila test test123 testing testtest thomas thunder thursday tigger tiger
time time2work timetracking tinkerbell tobias trustno1 tuesday tweety twitter unknown user vanessa vegeta
victoria viktoria vikings voyager wall-e warcraft warrior wednesday welcome welcome1 whatever wilhelm william
willkommen windows winner winter wizard wolfgang yamaha yankees yellow zaq12wsx zaq1zaq1 zxcvbn zxcvbnm
`;

const numbers = `
00000000 01234567 012345678 0123456789 0987654321 11111111 11112222 11223344 12121212 12312312 123123123 12341234
12344321 12345678 123456789 1234567890 1234567891 12345679 123454321 123654789 13131313 14725836 147258369 20202020
22222222 23456789 31415926 33333333 44444444 55555555 66666666 69696969 77777777 87654321 88888888 98765432
987654321 9876543210 99999999 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1a2b3c4d a1b2c3d4 a1b2c3d4e5 q1w2e3r4
q1w2e3r4t5 abcd1234 abc12345 abc123456 123abc123 123qwe123 qwe123qwe 1234qwer qwer1234 asdf1234 1234asdf 12qwaszx
abcdefgh abcdefghi abcdefghij abcdefg1 aa123456 aa12345678 a1234567 a12345678 a123456789 q1234567 x1234567
`;

const common = new Set(`${words}${numbers}`.split(/\s+/));

/** Whether the password, or what is left of it without digits and signs around it, is among the most common. */
export function isCommonPassword(password: string): boolean {
  const folded = password.toLowerCase();
  // From the first letter to the last. A search for what ends the text would begin anew at each character.
  const core = /\p{L}(?:.*\p{L})?/su.exec(folded)?.[0] ?? '';
  return common.has(folded) || (core !== '' && common.has(core));
}
