import { isChoiceWord, isYesNoHeading, parseOptions } from './choices.js';
import { fold } from './words.js';

/** Texts that stand in the place of an answer and are none, by language; folded, as parts of regular expressions. */
interface PlaceholderWords {
  /** Who is to answer, and where a label says so: "Vendor response", "Supplier to complete". */
  who: string;
  /** What an answer is called. */
  answer: string;
  /** "To be confirmed", "Not answered", "Pending": the answer is still to come. */
  later: string;
  /** Requests to write: what stands behind "please" is one. */
  request: string;
  please: string;
  /** Requests that need no "please": to choose, or to click somewhere. */
  choose: string;
}

const WORDS: Record<string, PlaceholderWords> = {
  en: {
    who: 'your|vendor|supplier|bidder|respondent|tenderer|contractor|provider|company|applicant|customer|client|offeror|candidate|proponent|participant',
    answer: 'answers?|responses?|reply|input|text',
    later:
      'tb[acdprs]\\b.{0,30}|to be (?:completed|filled|confirmed|determined|provided|advised|answered|updated|supplied|added|discussed|decided|defined|agreed)\\b.{0,40}|not (?:yet )?(?:answered|filled(?: in)?)|un(?:answered|filled)|no (?:answer|response)(?: yet| given| provided)?|(?:still )?(?:pending|outstanding)(?: (?:an? )?(?:answer|response|review|input|confirmation))?|awaiting (?:an? )?(?:answer|response|reply|input|confirmation|feedback).{0,30}|blank|empty|placeholder|lorem ipsum\\b.{0,80}|(?:sample|example|dummy) (?:answer|response|text)',
    request:
      'provide|explain|describe|specify|state|indicate|complete|fill|comment|elaborate|detail|list|give|add|write|answer|respond|attach|advise',
    please: 'please|kindly',
    choose:
      '(?:select|choose|pick)(?:$|\\W+$|[\\s.:…-]+(?:an?|one|from|the|your|here|below|all|option|item|value|date|answer|response|yes|list|appropriate|applicable)\\b.{0,60})|(?:enter|insert|type|write|put)(?:$|[\\s.:…-]+(?:an?|the|your|here|text|answers?|responses?|date|value|details?|name|comments?|information)\\b.{0,60})|(?:click|tap)\\b.{0,60}|answer here|(?:describe|explain|specify)(?:$|\\W+$| here\\b.{0,30}| below\\b.{0,30})|provide (?:details|an? (?:answer|response|explanation)|evidence|information|comments?)(?: here| below)?',
  },
  de: {
    who: 'ihre?|lieferant|anbieter|bieter|auftragnehmer|hersteller|dienstleister',
    answer: 'antwort(?:en)?|stellungnahme|eingabe',
    later:
      '(?:noch )?(?:offen|ausstehend|zu erganzen|zu klaren|auszufullen|zu beantworten)|(?:wird|werden) (?:noch )?(?:nachgereicht|erganzt|geklart)|(?:noch )?nicht beantwortet|folgt(?: noch)?|leer|platzhalter|(?:vom|durch (?:den )?)\\s?(?:lieferanten|anbieter|bieter) auszufullen',
    request: '\\p{L}+',
    please: 'bitte',
    choose: '(?:auswahlen|wahlen|eingeben|auswahl|klicken)\\b.{0,60}',
  },
  fr: {
    who: 'votre|fournisseur|soumissionnaire|candidat|prestataire|titulaire',
    answer: 'reponses?|texte',
    later:
      'a (?:completer|remplir|confirmer|definir|preciser|renseigner)\\b.{0,40}|en attente\\b.{0,40}|(?:non|pas) (?:repondu|renseigne)|vide',
    request:
      'precis\\w+|explique\\w*|decri\\w+|indique\\w*|complete\\w*|rempli\\w*|renseigne\\w*|fourni\\w*|detaille\\w*|repond\\w*|joind\\w+',
    please: 'veuillez|merci de|priere de',
    choose: '(?:veuillez )?(?:selectionne[rz]|choisir|choisissez|cliquez|saisi(?:r|ssez))\\b.{0,60}',
  },
  es: {
    who: 'su|proveedor|licitador|licitante|oferente|contratista',
    answer: 'respuestas?|texto',
    later:
      '(?:por|a) (?:completar|confirmar|definir|rellenar|determinar|responder)\\b.{0,40}|pendiente(?: de \\p{L}+)?|sin (?:responder|respuesta)|no respondid[oa]|vacio|en blanco',
    request:
      'indi\\w+|expli\\w+|descri\\w+|complet\\w+|detall\\w+|especifi\\w+|rellen\\w+|proporcion\\w+|adjunt\\w+|respond\\w+',
    please: 'por favor,?|favor de',
    choose: '(?:seleccione|seleccionar|elija|elegir|haga clic|escriba|introduzca)\\b.{0,60}',
  },
  pt: {
    who: 'sua|fornecedor|proponente|licitante|contratada',
    answer: 'respostas?|texto',
    later:
      '(?:a|por) (?:completar|confirmar|definir|preencher|responder)\\b.{0,40}|pendente(?: de \\p{L}+)?|sem resposta|nao respondid[oa]|vazio|em branco',
    request:
      'indi\\w+|expli\\w+|descre\\w+|complet\\w+|detalh\\w+|especifi\\w+|preench\\w+|forne\\w+|anex\\w+|respond\\w+',
    please: 'por favor,?|favor',
    choose: '(?:selecione|selecionar|escolha|clique|digite|insira)\\b.{0,60}',
  },
  it: {
    who: 'la tua|la vostra|fornitore|offerente|concorrente',
    answer: 'rispost[ae]|testo',
    later:
      'da (?:compilare|completare|confermare|definire|inserire)\\b.{0,40}|in attesa\\b.{0,40}|non rispost[oa]|vuoto',
    request:
      'indic\\w+|spieg\\w+|descriv\\w+|complet\\w+|dettagli\\w+|specific\\w+|compil\\w+|forni\\w+|allega\\w+|rispond\\w+',
    please: 'si prega di|per favore|prego',
    choose: '(?:selezionare|selezionate|seleziona|scegliere|scegli|fare clic|inserire)\\b.{0,60}',
  },
  nl: {
    who: 'uw|jouw|leverancier|inschrijver|opdrachtnemer',
    answer: 'antwoord(?:en)?|tekst',
    later:
      '(?:nog )?(?:in te vullen|aan te vullen|te bevestigen|te bepalen)\\b.{0,40}|(?:nog )?niet beantwoord|volgt(?: nog)?|leeg|n\\.?t\\.?b\\.?',
    request: 'vermeld\\w*|omschrijf\\w*|beschrijf\\w*|toelichten|invullen|vul|geef|licht',
    please: 'graag|gelieve|a\\.?u\\.?b\\.?',
    choose: '(?:selecteer|kies|klik|vul)\\b.{0,60}',
  },
  pl: {
    who: 'wykonawca|dostawca|oferent',
    answer: 'odpowiedz|tekst',
    later: 'do (?:uzupelnienia|potwierdzenia|ustalenia|wypelnienia)\\b.{0,40}|brak odpowiedzi',
    request: '\\p{L}+',
    please: 'prosze',
    choose: '(?:wybierz|kliknij|wpisz)\\b.{0,60}',
  },
  ru: {
    who: 'поставщик|участник',
    answer: 'ответ|текст',
    later: '(?:требуется|нужно) (?:заполнить|уточнить)|уточняется|нет ответа|не заполнено',
    request: '\\p{L}+',
    please: 'пожалуйста,?|просьба',
    choose: '(?:выберите|нажмите|введите)[\\s.…].{0,60}',
  },
};

/**
 * What asks to write when it stands in square brackets, by language; there a request needs neither "please" nor an object
 * ("[insert policy]", "[Company name]"). Anything else in brackets is somebody's answer: "[see 4.2]", "[Confidential]", "[N/A]".
 */
const BRACKETED: Record<string, string> = {
  en: "(?:insert|enter|select|choose|pick|fill(?: in| out)?|provide|describe|explain|specify|indicate|add|write|click|tap|attach|respond|please)(?:$|\\W.{0,80})|(?:complete|type|state|list|answer)(?: (?:this|here|the|your|in)\\b.{0,60})|(?:the )?your\\b.{0,60}|(?:\\p{L}+(?:'s)? )?(?:name|signature|address|e-?mail|phone|date)|dd[./-]mm[./-]y+|mm[./-]dd[./-]y+",
  de: '(?:.{0,60}\\W)?(?:eintragen|einfugen|erganzen|ausfullen|angeben|eingeben|beschreiben)|(?:firmen|kunden)?name|datum|unterschrift',
  fr: '(?:inserer|inserez|ajoute[rz]|saisi(?:r|ssez)|complete[rz]|indique[rz]|precise[rz]|decri(?:re|vez))(?:$|\\W.{0,80})|nom(?: .{0,30})?|date|signature',
  es: '(?:inserta?r|inserte|ingres(?:ar|e)|completar|indi(?:car|que)|descri(?:bir|ba)|agreg(?:ar|ue))(?:$|\\W.{0,80})|nombre(?: .{0,30})?|fecha|firma',
  pt: '(?:inserir|preench(?:er|a)|indi(?:car|que)|descrev(?:er|a)|inform(?:ar|e))(?:$|\\W.{0,80})|nome(?: .{0,30})?|data|assinatura',
  it: '(?:inseri(?:re|sci)|indica(?:re)?|descriv(?:ere|i)|compila(?:re)?)(?:$|\\W.{0,80})|nome(?: .{0,30})?|data|firma',
  nl: '(?:voeg|vul|noteer|omschrijf|beschrijf)(?:$|\\W.{0,80})|.{0,60}\\b(?:invullen|invoegen)|(?:bedrijfs)?naam|datum',
  pl: '(?:wpisz|wstaw|uzupelnij|podaj|opisz)(?:$|\\W.{0,80})',
  ru: '(?:вставьте|впишите|укажите|заполните|опишите)(?:$|\\s.{0,80})',
  zh: '.{0,40}(?:填写|填入|输入|選擇|选择|插入).{0,40}',
  ja: '.{0,40}(?:記入|入力|選択)(?:して|する|欄|く|$).{0,40}',
};

const all = (pick: (words: PlaceholderWords) => string): string => Object.values(WORDS).map(pick).join('|');
const WHO = `(?:${all(({ who }) => who)})`;
const ANSWER = `(?:${all(({ answer }) => answer)})`;

const PROMPT = new RegExp(
  `^[-–—_.*\\s]*(?:${Object.values(WORDS)
    .map(
      ({ please, request, choose }) => `(?:(?:${please})\\s+)?(?:${choose})|(?:${please})\\s+(?:${request})\\b.{0,60}`,
    )
    .join('|')})[-–—_.*\\s]*$`,
  'u',
);
const CHOOSE = new RegExp(
  `^[-–—_.*\\s]*(?:${Object.values(WORDS)
    .map(({ please, choose }) => `(?:(?:${please})\\s+)?(?:${choose})`)
    .join('|')})[-–—_.*\\s]*$`,
  'u',
);
const LATER = new RegExp(`^(?:${all(({ later }) => later)})[.!…]*$`, 'u');
const LABEL = new RegExp(`^(?:the )?(?:${WHO}(?:'?s)?\\s+)?${ANSWER}(?: (?:here|goes here|required))?[.…]*$`, 'u');
const FOR_ANOTHER = new RegExp(
  `^(?:the )?${WHO}(?:s|'s)? (?:to|must|should|shall) (?:complete|provide|confirm|answer|respond|reply|fill|populate|insert|supply|advise|state|describe)\\b.{0,40}$`,
  'u',
);
const IN_BRACKETS = new RegExp(`^(?:${Object.values(BRACKETED).join('|')})$`, 'u');
const MARKS = /^[-–—_.…?？*\s/\\]*$/;
/** Nothing but marks; or a text between signs of a template: "<name>", "{{answer}}", "«field»", "%FIELD%". */
const FORM =
  /^(?:[-–—_.…?？*\s/\\]+|<[^<>]{0,80}>|\{[^}]{0,80}\}+|\$\{[^}]{0,80}\}|«[^»]{0,80}»|%[\p{L}\p{N}_ ]{1,60}%|x{3,})$/u;
const LONGEST = 120;
/** What stands beside the lines of a blank: labels, and units ("Systolic: ____ mmHg"). */
const AROUND_BLANK = /^(?:[^:：_]{1,60}[:：]|[\p{L}%‰°€$£/²³.]{0,6})$/u;

/** Whether a text asks to choose or to write something: what a list begins with, and no choice of it. */
export function isPrompt(text: string): boolean {
  if (text.length > LONGEST) return false;
  const folded = fold(text.trim());
  return PROMPT.test(folded) || FORM.test(folded) || isBracketedPrompt(folded);
}

/** "Select an option", "Bitte auswählen": the first line of what a drop-down offers. */
export function tellsToChoose(text: string): boolean {
  return text.length <= LONGEST && CHOOSE.test(fold(text.trim()));
}

/** "[Insert response]", "[Vendor response]", "[TBC]", "[ ]"; not "[see 4.2]". */
function isBracketedPrompt(folded: string): boolean {
  const inner = /^\[([^\]]{0,80})\]$/.exec(folded)?.[1]?.trim();
  if (inner === undefined) return false;
  return (
    /[:：]$/.test(inner) || [MARKS, IN_BRACKETS, PROMPT, LATER, LABEL, FOR_ANOTHER].some((kind) => kind.test(inner))
  );
}

/** Whether a text stands for an answer still to be given: "Select…", "<Customer name>", "TBC", "Response:", "Yes / No", "____". */
export function isPlaceholder(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 0 && lines.length <= 8 && lines.every(standsForAnswer);
}

function standsForAnswer(line: string): boolean {
  const trimmed = line.trim();
  if (/[:：]$/.test(trimmed)) return true;
  if (trimmed.length > LONGEST) return false;
  if (/_{4,}/.test(trimmed)) return trimmed.split(/_{3,}/).every((piece) => AROUND_BLANK.test(piece.trim()));
  const inner = /^\((.*)\)$/.exec(trimmed)?.[1] ?? trimmed;
  const folded = fold(inner.trim());
  return (
    [FORM, PROMPT, LATER, LABEL, FOR_ANOTHER].some((kind) => kind.test(folded)) ||
    isBracketedPrompt(folded) ||
    offeredChoices(trimmed).length > 0
  );
}

/** The choices of a text that only offers them ("Yes / No", "Y/N/NA"); empty when it is anything else. */
export function offeredChoices(text: string): string[] {
  const trimmed = text.trim().replace(/^[([]+|(?<![)\]])[)\]]+$/g, '');
  if (trimmed.length > 60 || isChoiceWord(trimmed) || !/[/|／・･·]|\s(?:or|oder|ou|o|of)\s/i.test(trimmed)) return [];
  const slashed = trimmed.replace(/(?<!\s)\s+(?:or|oder|ou|o|of)\s+/gi, ' / ');
  const options = parseOptions(slashed);
  const several =
    options.length >= 2 && options.every(isChoiceWord) && new Set(options.map(fold)).size === options.length;
  return several && (options.length > 2 || isYesNoHeading(slashed) || isOpposite(options)) ? options : [];
}

/** "Pass / Fail", "Compliant / Non-compliant", "True / False". */
function isOpposite([first = '', second = '']: readonly string[]): boolean {
  const [one, other] = [fold(first), fold(second)];
  return other.endsWith(one) || one.endsWith(other) || /^(?:pass|true|agree|open|met)$/.test(one);
}
