// The countries of ISO 3166-1 with their English short names. A country's id is its ISO numeric code: it never changes.
import type { Row } from '#resource/rule.ts';

const list = `
020 AD Andorra
784 AE United Arab Emirates
004 AF Afghanistan
028 AG Antigua and Barbuda
660 AI Anguilla
008 AL Albania
051 AM Armenia
024 AO Angola
010 AQ Antarctica
032 AR Argentina
016 AS American Samoa
040 AT Austria
036 AU Australia
533 AW Aruba
248 AX Åland Islands
031 AZ Azerbaijan
070 BA Bosnia and Herzegovina
052 BB Barbados
050 BD Bangladesh
056 BE Belgium
854 BF Burkina Faso
100 BG Bulgaria
048 BH Bahrain
108 BI Burundi
204 BJ Benin
652 BL Saint Barthélemy
060 BM Bermuda
096 BN Brunei
068 BO Bolivia
535 BQ Bonaire, Sint Eustatius and Saba
076 BR Brazil
044 BS Bahamas
064 BT Bhutan
074 BV Bouvet Island
072 BW Botswana
112 BY Belarus
084 BZ Belize
124 CA Canada
166 CC Cocos (Keeling) Islands
180 CD Democratic Republic of the Congo
140 CF Central African Republic
178 CG Congo
756 CH Switzerland
384 CI Côte d'Ivoire
184 CK Cook Islands
152 CL Chile
120 CM Cameroon
156 CN China
170 CO Colombia
188 CR Costa Rica
192 CU Cuba
132 CV Cabo Verde
531 CW Curaçao
162 CX Christmas Island
196 CY Cyprus
203 CZ Czech Republic
276 DE Germany
262 DJ Djibouti
208 DK Denmark
212 DM Dominica
214 DO Dominican Republic
012 DZ Algeria
218 EC Ecuador
233 EE Estonia
818 EG Egypt
732 EH Western Sahara
232 ER Eritrea
724 ES Spain
231 ET Ethiopia
246 FI Finland
242 FJ Fiji
238 FK Falkland Islands
583 FM Micronesia
234 FO Faroe Islands
250 FR France
266 GA Gabon
826 GB United Kingdom
308 GD Grenada
268 GE Georgia
254 GF French Guiana
831 GG Guernsey
288 GH Ghana
292 GI Gibraltar
304 GL Greenland
270 GM Gambia
324 GN Guinea
312 GP Guadeloupe
226 GQ Equatorial Guinea
300 GR Greece
239 GS South Georgia and the South Sandwich Islands
320 GT Guatemala
316 GU Guam
624 GW Guinea-Bissau
328 GY Guyana
344 HK Hong Kong
334 HM Heard Island and McDonald Islands
340 HN Honduras
191 HR Croatia
332 HT Haiti
348 HU Hungary
360 ID Indonesia
372 IE Ireland
376 IL Israel
833 IM Isle of Man
356 IN India
086 IO British Indian Ocean Territory
368 IQ Iraq
364 IR Iran
352 IS Iceland
380 IT Italy
832 JE Jersey
388 JM Jamaica
400 JO Jordan
392 JP Japan
404 KE Kenya
417 KG Kyrgyzstan
116 KH Cambodia
296 KI Kiribati
174 KM Comoros
659 KN Saint Kitts and Nevis
408 KP North Korea
410 KR South Korea
414 KW Kuwait
136 KY Cayman Islands
398 KZ Kazakhstan
418 LA Laos
422 LB Lebanon
662 LC Saint Lucia
438 LI Liechtenstein
144 LK Sri Lanka
430 LR Liberia
426 LS Lesotho
440 LT Lithuania
442 LU Luxembourg
428 LV Latvia
434 LY Libya
504 MA Morocco
492 MC Monaco
498 MD Moldova
499 ME Montenegro
663 MF Saint Martin (French part)
450 MG Madagascar
584 MH Marshall Islands
807 MK North Macedonia
466 ML Mali
104 MM Myanmar
496 MN Mongolia
446 MO Macao
580 MP Northern Mariana Islands
474 MQ Martinique
478 MR Mauritania
500 MS Montserrat
470 MT Malta
480 MU Mauritius
462 MV Maldives
454 MW Malawi
484 MX Mexico
458 MY Malaysia
508 MZ Mozambique
516 NA Namibia
540 NC New Caledonia
562 NE Niger
574 NF Norfolk Island
566 NG Nigeria
558 NI Nicaragua
528 NL Netherlands
578 NO Norway
524 NP Nepal
520 NR Nauru
570 NU Niue
554 NZ New Zealand
512 OM Oman
591 PA Panama
604 PE Peru
258 PF French Polynesia
598 PG Papua New Guinea
608 PH Philippines
586 PK Pakistan
616 PL Poland
666 PM Saint Pierre and Miquelon
612 PN Pitcairn
630 PR Puerto Rico
275 PS Palestine
620 PT Portugal
585 PW Palau
600 PY Paraguay
634 QA Qatar
638 RE Réunion
642 RO Romania
688 RS Serbia
643 RU Russia
646 RW Rwanda
682 SA Saudi Arabia
090 SB Solomon Islands
690 SC Seychelles
729 SD Sudan
752 SE Sweden
702 SG Singapore
654 SH Saint Helena, Ascension and Tristan da Cunha
705 SI Slovenia
744 SJ Svalbard and Jan Mayen
703 SK Slovakia
694 SL Sierra Leone
674 SM San Marino
686 SN Senegal
706 SO Somalia
740 SR Suriname
728 SS South Sudan
678 ST São Tomé and Príncipe
222 SV El Salvador
534 SX Sint Maarten (Dutch part)
760 SY Syria
748 SZ Eswatini
796 TC Turks and Caicos Islands
148 TD Chad
260 TF French Southern Territories
768 TG Togo
764 TH Thailand
762 TJ Tajikistan
772 TK Tokelau
626 TL Timor-Leste
795 TM Turkmenistan
788 TN Tunisia
776 TO Tonga
792 TR Türkiye
780 TT Trinidad and Tobago
798 TV Tuvalu
158 TW Taiwan
834 TZ Tanzania
804 UA Ukraine
800 UG Uganda
581 UM United States Minor Outlying Islands
840 US United States
858 UY Uruguay
860 UZ Uzbekistan
336 VA Vatican City
670 VC Saint Vincent and the Grenadines
862 VE Venezuela
092 VG British Virgin Islands
850 VI United States Virgin Islands
704 VN Vietnam
548 VU Vanuatu
876 WF Wallis and Futuna
882 WS Samoa
887 YE Yemen
175 YT Mayotte
710 ZA South Africa
894 ZM Zambia
716 ZW Zimbabwe`;

/** All rows of `countries`, by two-letter code. */
export const countryRows: readonly Row[] = list
  .trim()
  .split('\n')
  .map((line) => {
    const code = line.slice(4, 6);
    return { id: Number(line.slice(0, 3)), iso_3166: code, code, name: line.slice(7) };
  });
