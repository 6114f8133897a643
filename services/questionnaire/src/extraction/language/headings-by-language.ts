import { fold } from './words.js';

/** What a heading of a column can be called, beside the words of header-words.ts. */
type Heading =
  | 'question'
  | 'requirement'
  | 'description'
  | 'answer'
  | 'status'
  | 'comment'
  | 'evidence'
  | 'id'
  | 'section'
  | 'score'
  | 'register'
  | 'type';

type Headings = Partial<Record<Heading, string>>;

/** Words by language; those of one heading are parted by a bar, since some are several words. */
const HEADINGS: Record<string, Headings> = {
  en: { status: 'applied|achieved|included|provided|available|verified|checked|passed|current|in place|in use',
    comment: 'feedback|obs|obs.|rem.', evidence: 'source|sources|quelle|quellen|fuente|fonte|bron|źródło|источник|出典|来源|出处', type: 'unit|units|uom|einheit|unité|unidad|unidade|unità|eenheid|jednostka|единица|ед. изм.|単位|单位|단위', register: 'threat|threats|vulnerability|vulnerabilities|hazard|hazards' },
  de: { status: 'angewendet|angewandt|geprüft|enthalten|verfügbar|ist|ist-stand|aktuell|aktueller stand', comment: 'bem.|anm.', register: 'bedrohung|bedrohungen|gefährdung|gefährdungen|schwachstellen' },
  es: { comment: 'obs|obs.', status: 'actual|situación actual|aplicado|implementado|implantado|cumplimentado|disponible|verificado', register: 'amenaza|amenazas|vulnerabilidad|vulnerabilidades|peligro' },
  fr: { comment: 'rem.|retour', status: 'actuel|situation actuelle|en place|appliqué|appliquée|applicable|vérifié|disponible|réalisé|fait', register: 'menace|menaces|vulnérabilité|vulnérabilités|danger' },
  it: { status: 'attuale|applicato|presente|verificato|disponibile|soddisfatto', register: 'minaccia|minacce|vulnerabilità|pericolo' },
  nl: { comment: 'opm.|opm', status: 'huidig|toegepast|aanwezig|beschikbaar|gecontroleerd', register: 'dreiging|dreigingen|kwetsbaarheid|kwetsbaarheden|gevaar' },
  pt: { comment: 'obs|obs.', status: 'atual|situação atual|aplicado|implementado|implantado|disponível|verificado', register: 'ameaça|ameaças|vulnerabilidade|vulnerabilidades|perigo' },
  ja: { register: '脅威|脆弱性', requirement: '評価項目|評価内容|テスト内容|テスト項目|試験項目|試験内容|検査項目|検査内容|点検内容', comment: '特記事項|特記|所見', score: '点数|評価点数' },
  ar: {
    question: 'السؤال|الأسئلة|سؤال', requirement: 'المتطلبات|المتطلب|متطلبات|الضوابط|الضابط|المعيار|البند', answer: 'الإجابة|الاجابة|الجواب|الرد|إجابة',
    status: 'الحالة|النتيجة|الامتثال|مستوى الامتثال', comment: 'ملاحظات|الملاحظات|تعليقات|التعليقات|التعليق', evidence: 'الدليل|الأدلة|المرفقات', id: 'الرقم|رقم|م',
    section: 'القسم|الفئة|المجال', score: 'الدرجة|التقييم|النقاط', register: 'المسؤول|التاريخ',
  },
  bg: {
    question: 'въпрос|въпроси', requirement: 'изискване|изисквания', answer: 'отговор|отговори', status: 'статус|състояние|резултат', comment: 'забележка|забележки|коментар|бележки',
    evidence: 'доказателство|доказателства', section: 'раздел|категория', score: 'оценка|точки', register: 'отговорник|срок',
  },
  ca: { question: 'preguntes|qüestió', requirement: 'requisits|requeriment', answer: 'respostes', status: 'estat|compliment', comment: 'comentaris|observacions', section: 'secció|àmbit' },
  cs: { requirement: 'požadavky|kritérium|kritéria|opatření', status: 'splněno|plnění', comment: 'komentář|komentáře|vyjádření', evidence: 'důkaz|doklad', section: 'oddíl|oblast|kategorie', score: 'hodnocení', id: 'č.|pořadí' },
  da: { requirement: 'kravene|kriterium|kriterier', comment: 'bemærkning|bemærkninger', evidence: 'dokumentation|bevis', section: 'afsnit|område', answer: 'besvarelse' },
  el: { question: 'ερώτημα|ερωτήματα', requirement: 'απαίτηση|απαιτήσεις|κριτήριο', answer: 'απάντηση|απαντήσεις', status: 'κατάσταση|συμμόρφωση', comment: 'σχόλια|σχόλιο|παρατηρήσεις', evidence: 'τεκμηρίωση', section: 'ενότητα|κατηγορία', score: 'βαθμολογία' },
  et: { question: 'küsimus|küsimused', requirement: 'nõue|nõuded', answer: 'vastus|vastused', status: 'olek|täidetud', comment: 'märkus|märkused|kommentaar|selgitus', section: 'valdkond', id: 'jrk' },
  fa: { question: 'سوال|سؤالات|پرسش', requirement: 'الزام|الزامات', answer: 'پاسخ|جواب', status: 'وضعیت', comment: 'توضیحات|ملاحظات', id: 'ردیف' },
  fi: { requirement: 'vaatimus|vaatimukset|kriteeri', answer: 'vastaukset', status: 'tila|toteutuma|tulos', comment: 'huomautus|huomautukset|kommentti|kommentit|lisätiedot|perustelu', evidence: 'näyttö|todiste', section: 'osio|alue', score: 'pisteet|arvosana', id: 'nro' },
  he: { question: 'שאלות', requirement: 'דרישה|דרישות|בקרה', answer: 'תשובות|מענה|תגובה', status: 'סטטוס|מצב|עמידה', comment: 'הערות|הערה', evidence: 'אסמכתא|ראיה', id: 'מספר|מס', section: 'קטגוריה|נושא', score: 'ציון' },
  hi: { question: 'प्रश्न|सवाल', requirement: 'आवश्यकता|मानदंड', answer: 'उत्तर|जवाब', status: 'स्थिति', comment: 'टिप्पणी|टिप्पणियाँ', id: 'क्रमांक|क्र' },
  hr: { question: 'pitanje|pitanja|vprašanje|vprašanja|питање|питања', requirement: 'zahtjev|zahtjevi|zahtev|zahtevi|zahteva|zahteve|захтев|kriterij', answer: 'odgovor|odgovori|odgovora|одговор|одговори',
    status: 'stanje|ispunjeno|rezultat|стање', comment: 'napomena|napomene|komentar|komentari|opomba|opombe|primjedba|напомена|коментар', evidence: 'dokaz|dokazi', section: 'područje|odjeljak|oblast|področje', score: 'ocjena|ocena|bodovi', id: 'r.br.|rbr|redni broj|zap. št.|št.|бр.|рб' },
  hu: { requirement: 'követelmény|követelmények|kritérium', answer: 'válaszok', status: 'állapot|státusz|megfelelés|teljesül', comment: 'megjegyzések|észrevétel|indoklás', evidence: 'bizonyíték', section: 'terület|kategória', score: 'pontszám|értékelés', id: 'sorszám|ssz' },
  id: { question: 'pertanyaan|soalan', requirement: 'persyaratan|kriteria|ketentuan|keperluan', answer: 'jawaban|tanggapan|jawapan', status: 'kepatuhan|hasil|pemenuhan|kesesuaian|pematuhan',
    comment: 'keterangan|catatan|penjelasan|komentar|ulasan', evidence: 'bukti|dokumen pendukung|lampiran', section: 'kategori|bagian|bidang', score: 'skor|nilai|bobot', description: 'uraian|deskripsi', register: 'penanggung jawab|tanggal' },
  lt: { question: 'klausimas|klausimai', requirement: 'reikalavimas|reikalavimai', answer: 'atsakymas|atsakymai', status: 'būsena|atitiktis', comment: 'pastaba|pastabos|komentaras', section: 'sritis' },
  lv: { question: 'jautājums|jautājumi', requirement: 'prasība|prasības', answer: 'atbilde|atbildes', status: 'statuss|atbilstība', comment: 'piezīmes|piezīme|komentārs', section: 'joma' },
  no: { requirement: 'kravet|kriterium|tiltak', comment: 'merknad|merknader|bemerkning', evidence: 'dokumentasjon', section: 'område|avsnitt' },
  pl: { requirement: 'kryterium|kryteria|zabezpieczenie', status: 'spełnione|spełniony|realizacja', comment: 'uwaga|wyjaśnienie|objaśnienia', evidence: 'dowody', section: 'dział', score: 'ocena|punkty', id: 'l.p.', register: 'zagrożenie|zagrożenia|podatność|podatności' },
  ro: { question: 'intrebari|întrebarea', requirement: 'cerință|cerințe|cerinta|cerinte|cerinţă|cerinţe', answer: 'răspunsuri|raspuns|raspunsul', status: 'stare|stadiu|conformitate|îndeplinit', comment: 'comentarii|observații|observatii|observaţii|mențiuni', evidence: 'dovadă|dovezi', section: 'secțiune|categorie|domeniu', score: 'punctaj', id: 'nr. crt.' },
  ru: { question: 'вопросы анкеты', requirement: 'критерий|критерии|контроль', status: 'наличие|исполнение', register: 'угроза|угрозы|уязвимость|уязвимости', comment: 'пояснения|пояснение|замечания|замечание', evidence: 'подтверждение|доказательство|документ', section: 'область|блок|группа', id: 'п/п|п.п.' },
  sk: { question: 'otázky', requirement: 'požiadavka|požiadavky|kritérium', answer: 'odpoveď|odpovede', status: 'splnené|plnenie', comment: 'poznámky|komentár|vyjadrenie', evidence: 'dôkaz', section: 'oblasť|oddiel' },
  sv: { requirement: 'kravet|kriterium|kriterier', comment: 'anmärkning|anmärkningar|förklaring', evidence: 'bevis|underlag', section: 'område|avsnitt', score: 'poäng|betyg' },
  th: { question: 'คำถาม|ข้อคำถาม', requirement: 'ข้อกำหนด|รายการตรวจ|รายการตรวจสอบ|เกณฑ์', answer: 'คำตอบ', status: 'สถานะ|ผลการตรวจ|ผลการประเมิน', comment: 'หมายเหตุ|ความคิดเห็น|ข้อเสนอแนะ', evidence: 'หลักฐาน', id: 'ลำดับ|ลำดับที่|ข้อ', section: 'หมวด|หัวข้อ', score: 'คะแนน' },
  tr: { question: 'sorular|soruları', requirement: 'gereksinimler|kriter|kriterler|şart|kontrol maddesi', answer: 'cevaplar|yanıtlar|cevabı', status: 'uygunluk|sonuç', comment: 'açıklamalar|notlar|yorum|yorumlar', evidence: 'kanıtlar|dayanak', section: 'kategori|alan', score: 'puanı|skor', id: 'sıra no' },
  uk: { question: 'питання|запитання', requirement: 'вимога|вимоги|критерій', answer: 'відповідь|відповіді', status: 'виконання|стан|відповідність', comment: 'коментар|коментарі|примітка|примітки|пояснення', evidence: 'доказ|підтвердження', section: 'розділ|категорія', score: 'оцінка|бали' },
  vi: { question: 'câu hỏi|nội dung câu hỏi', requirement: 'yêu cầu|tiêu chí|nội dung kiểm tra|hạng mục', answer: 'trả lời|câu trả lời|phản hồi', status: 'trạng thái|kết quả|tình trạng|đánh giá', comment: 'ghi chú|nhận xét|giải thích', evidence: 'bằng chứng|minh chứng', section: 'danh mục|phần', score: 'điểm', id: 'stt' },
  zh: { question: '询问事项|詢問事項', requirement: '测试内容|测试项|测试项目|測試項目|項目|项目|需求|需求說明|檢查項目|檢核項目|查核項目|评估项|指标|评估内容|评价内容|考核内容|审核内容|调查内容|评估项目|评价项目|审核项目|检查内容', answer: '回覆|回复|應答|应答|答覆|廠商回覆', status: '是否符合|是否满足|符合情况|符合性|檢查結果', comment: '備註|意见', evidence: '佐證|佐證資料|证明材料|佐证材料', section: '類別|分类|模块', score: '得分|評分|满分|分值|分数|配分', id: '編號|項次|次序' },
}; // prettier-ignore

const several = Object.values(HEADINGS)
  .flatMap((headings) => Object.values(headings).flatMap((words) => words.split('|')))
  .map((words) => fold(words.trim()))
  .filter((words) => words.includes(' '))
  .sort((a, b) => b.length - a.length);
const SEVERAL = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${several.join('|').replaceAll('.', '\\.')})(?![\\p{L}\\p{N}])`,
  'gu',
);

/** The words of all languages for a heading, each as `joinWords` leaves it. */
export function headingWords(heading: Heading): string {
  return Object.values(HEADINGS)
    .flatMap((headings) => headings[heading]?.split('|') ?? [])
    .map((words) => joinWords(fold(words)))
    .join(' ');
}

/** Takes the blanks out of headings that are several words in their language ("câu hỏi"), so that each is one word. */
export function joinWords(folded: string): string {
  return folded.includes(' ') ? folded.replace(SEVERAL, (words) => words.replaceAll(' ', '')) : folded;
}

/** "項　目", "備 考": single letters that blanks only space out are one word. */
export function joinSpacedLetters(text: string): string {
  return SPACED.test(text) ? text.replace(/\s+/g, '') : text;
}

const SPACED =
  /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]\s+){1,7}[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;
