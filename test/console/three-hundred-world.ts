import ExcelJS from 'exceljs';
import { markdown, type FilePart } from '../support/multipart.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Subject, what is done with it, how often, by whom: one fact a line. */
const FACTS = `access rights|reviewed|quarter|system owners
backups|tested|month|infrastructure team
firewall rules|reviewed|six months|network team
encryption keys|rotated|year|platform team
audit logs|examined|day|detection team
security policies|approved|year|management board
vulnerability scans|run|week|platform team
penetration tests|performed|year|external testers
service accounts|recertified|quarter|identity team
incident response plans|exercised|six months|incident manager
subprocessors|assessed|year|vendor manager
recovery plans|exercised|year|continuity manager
risk assessments|repeated|year|risk officer
API tokens|renewed|90 days|identity team
container images|rebuilt|week|release team
certificates|renewed|60 days|platform team
classification labels|checked|quarter|data stewards
background checks|renewed|five years|people team
privileged sessions|sampled|month|audit team
supplier contracts|reviewed|two years|legal team
asset inventories|reconciled|month|service desk
mobile devices|inspected|six months|service desk
change records|audited|quarter|audit team
threat models|updated|release|security architects
phishing simulations|sent|month|awareness team
awareness courses|repeated|year|awareness team
source code dependencies|scanned|night|release team
data flow maps|updated|six months|privacy officer
retention schedules|reviewed|year|privacy officer
deletion requests|closed|30 days|privacy officer
capacity plans|revised|quarter|infrastructure team
intrusion alerts|triaged|hour|detection team
database snapshots|taken|night|database team
disaster drills|held|year|continuity manager
visitor badges|collected|evening|front desk
wireless passwords|changed|quarter|network team
emergency contacts|verified|month|people team
licence records|reconciled|year|procurement team
remote access lists|reviewed|month|identity team
system clocks|compared|hour|network team
break-glass accounts|tested|quarter|identity team
web filters|tuned|month|network team
spam filters|tuned|week|messaging team
security metrics|reported|month|security officer
control tests|performed|quarter|audit team
exception approvals|revisited|six months|risk officer
patches of servers|installed|month|infrastructure team
patches of laptops|installed|week|service desk
endpoint agents|updated|day|service desk
decommissioned disks|destroyed|quarter|service desk
customer exports|encrypted|night|database team
status pages|updated|incident|communications lead
on-call rotas|published|month|incident manager
secrets of pipelines|rotated|90 days|release team
architecture diagrams|refreshed|six months|security architects
test data sets|anonymised|release|database team
board reports|delivered|quarter|security officer
fraud rules|recalibrated|month|detection team
shared mailboxes|reviewed|six months|messaging team
tabletop exercises|held|quarter|incident manager`
  .split('\n')
  .map((line) => line.split('|'));

const first = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Sixty facts in four documents. */
export function evidence(): FilePart[] {
  const names = ['Access and identity', 'Operations', 'Risk and suppliers', 'Response and recovery'];
  return names.map((name, index) => {
    const facts = FACTS.filter((_fact, at) => at % names.length === index);
    const lines = facts.map(([what = '', done = '', every = '', by = '']) => {
      return `${first(what)} are ${done} every ${every} by the ${by}.\n`;
    });
    return markdown(`# ${name}\n\n${lines.join('\n')}`, `${name.toLowerCase().replaceAll(' ', '-')}.md`);
  });
}

/** Each is asked of several places that differ by a number. */
const ALIKE = [
  'Which fire suppression agent is installed in hall {n}?',
  'How many parking spaces does building {n} have?',
  'Which carrier delivers hardware to warehouse {n}?',
  'What is the seismic rating of building {n}?',
  'Which union represents the workers of plant {n}?',
  'How is drinking water sampled at site {n}?',
  'Which languages do the operators of shift {n} speak?',
  'What is the maximum floor load of storey {n}?',
  'Who insures the vehicles of depot {n}?',
  'Which export licence covers product line {n}?',
  'How far is site {n} from the nearest river?',
  'What colour code marks the pipes of hall {n}?',
  'Which caterer serves canteen {n}?',
  'How many forklifts does warehouse {n} operate?',
];
/** The same with a drop-down. */
const CHOICES = [
  'Does lift {n} have an emergency telephone?',
  'Is loading dock {n} heated in winter?',
  'Does greenhouse {n} use biological pest control?',
  'Does crane {n} carry a load limiter?',
];
/** Near to what is known, and not answered by it, or alone. */
const SINGLE = [
  'Which product encrypts the disks of laptops?',
  'In which city are the backup tapes stored?',
  'What was the budget for security in the last financial year?',
  'How many customers were affected by outages in the last year?',
  'Which university does the security officer teach at?',
  'What is the registered share capital of your company?',
  'Who founded the company, and when?',
  'What is the carbon footprint of your offices?',
];
const APPLIANCE = [
  ...'bracket,fan,bezel,rail kit,power cord,fuse,chassis lock,rack ear,serial port,boot screen,'.split(','),
  ...'reset button,status lamp,air filter,mounting screw,rubber foot,label,handle,cover,battery tray,heat sink,'.split(
    ',',
  ),
  ...'riser card,cable arm,dust cap,front panel,side plate,backplane,jumper,gasket,hinge,blanking plate,'.split(','),
  ...'grounding strap,shipping box,warranty card,spare key,drive caddy,cable tie,thermal pad,standoff,clip,spacer'.split(
    ',',
  ),
].filter(Boolean);

export interface Workbook {
  file: FilePart;
  questions: number;
  /** Questions that the evidence does not answer. */
  open: number;
}

/** A workbook of 300 questions: sixty facts asked in three ways, and 120 that the evidence does not answer. */
export async function workbook(): Promise<Workbook> {
  const book = new ExcelJS.Workbook();
  const known = FACTS.flatMap(([what = '', done = '', , by = '']) => [
    `How often are ${what} ${done}?`,
    `Are ${what} ${done} regularly?`,
    `Are ${what} ${done} by the ${by}?`,
  ]);
  addSheet(
    book,
    'Controls',
    known.map((text) => ({ text })),
  );
  const alike = ALIKE.flatMap((text) => [1, 2, 3, 4].map((n) => ({ text: text.replace('{n}', String(n)) })));
  const choices = CHOICES.flatMap((text) =>
    [1, 2, 3, 4].map((n) => ({ text: text.replace('{n}', String(n)), options: ['Yes', 'No'] })),
  );
  const single = SINGLE.map((text) => ({ text }));
  const unfit = APPLIANCE.map((part) => ({ text: `Which torque is specified for the ${part} of the appliance?` }));
  const open = [...alike, ...choices, ...single, ...unfit];
  addSheet(book, 'Premises', open);
  const content = Buffer.from(await book.xlsx.writeBuffer());
  const file = { fileName: 'Supplier assessment.xlsx', type: XLSX, content };
  return { file, questions: known.length + open.length, open: open.length };
}

function addSheet(book: ExcelJS.Workbook, name: string, asked: { text: string; options?: string[] }[]): void {
  const sheet = book.addWorksheet(name);
  sheet.addRow(['No.', 'Question', 'Response']);
  sheet.getRow(1).font = { bold: true };
  sheet.columns = [{ width: 8 }, { width: 70 }, { width: 50 }];
  asked.forEach(({ text, options }, at) => {
    const row = sheet.addRow([`${at + 1}`, text, '']);
    if (options)
      row.getCell(3).dataValidation = { type: 'list', allowBlank: true, formulae: [`"${options.join(',')}"`] };
  });
}
