// Run once by the MongoDB image when its data are empty: a database and a user for each service, with the names and
// passwords of the URLs that the services are given. To change a password later: db.updateUser(…) and the secret's file.
const { readFileSync } = require('fs');

/** User, password and database of mongodb://user:password@host/database. */
function parse(secret) {
  const url = readFileSync(`/run/secrets/${secret}`, 'utf8').trim();
  const [, user, pwd, database] = /^mongodb:\/\/([^:]+):([^@]+)@[^/]+\/([^?]*)/.exec(url);
  return { user: decodeURIComponent(user), pwd: decodeURIComponent(pwd), database };
}

const services = ['tenant', 'questionnaire', 'trust_portal', 'insights'].map((name) => parse(`mongodb_url_${name}`));
for (const { user, pwd, database } of services) {
  db.getSiblingDB(database).createUser({ user, pwd, roles: [{ role: 'readWrite', db: database }] });
}

// The operator's command, backup and restore.
const operator = parse('mongodb_url_operator');
db.getSiblingDB('admin').createUser({
  user: operator.user,
  pwd: operator.pwd,
  roles: [
    { role: 'backup', db: 'admin' },
    { role: 'restore', db: 'admin' },
    ...services.map(({ database }) => ({ role: 'readWrite', db: database })),
  ],
});
