// Shows the OpenAPI document of the account in the address (?account=acme), or the one for all accounts.
const given = new URLSearchParams(window.location.search).get('account') ?? '';
const account = given.trim().toLowerCase();
const address = account === '' ? '../openapi.json' : `../${encodeURIComponent(account)}/v4/openapi.json`;

document.getElementById('account').value = account;
document.getElementById('document').href = address;

window.SwaggerUIBundle({
  url: address,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
  // Both would ask other hosts, or let an address name another document.
  validatorUrl: null,
  queryConfigEnabled: false,
});
