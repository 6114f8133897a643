import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { sheetOf } from './sheet.fixture.js';

/** Heading, three texts that ask in the ways of the language: question, request, statement. */
const LANGUAGES: Record<string, { head: [string, string, string, string]; texts: [string, string, string] }> = {
  English: {
    head: ['No.', 'Question', 'Answer', 'Comment'],
    texts: ['Do you have a security policy?', 'Describe your backup concept.', 'Employees are trained once a year'],
  },
  German: {
    head: ['Nr.', 'Frage', 'Antwort', 'Bemerkung'],
    texts: [
      'Gibt es eine Sicherheitsrichtlinie?',
      'Beschreiben Sie Ihr Backup-Konzept.',
      'Mitarbeitende werden jährlich geschult',
    ],
  },
  'German requirements': {
    head: ['Lfd. Nr.', 'Anforderung', 'Erfüllt (ja/nein)', 'Anmerkungen des Bieters'],
    texts: [
      'Das System muss eine Zwei-Faktor-Authentisierung bieten.',
      'Alle Daten werden in der EU gespeichert.',
      'Protokollierung aller Zugriffe',
    ],
  },
  French: {
    head: ['N°', 'Exigence', 'Réponse du fournisseur', 'Commentaires'],
    texts: [
      'Disposez-vous d’une politique de sécurité ?',
      'Décrivez votre plan de sauvegarde.',
      'Les données sont chiffrées au repos',
    ],
  },
  Spanish: {
    head: ['Nº', 'Pregunta', 'Respuesta', 'Observaciones'],
    texts: [
      '¿Dispone de una política de seguridad?',
      'Describa su plan de copias de seguridad.',
      'Los empleados reciben formación anual',
    ],
  },
  Portuguese: {
    head: ['Item', 'Pergunta', 'Resposta', 'Evidências'],
    texts: [
      'A empresa possui política de segurança?',
      'Descreva o plano de backup.',
      'Os dados são criptografados em repouso',
    ],
  },
  Italian: {
    head: ['N.', 'Domanda', 'Risposta', 'Note'],
    texts: ['Esiste una politica di sicurezza?', 'Descrivere il piano di backup.', 'I dati sono cifrati a riposo'],
  },
  Dutch: {
    head: ['Nr', 'Vraag', 'Antwoord', 'Toelichting'],
    texts: ['Heeft u een beveiligingsbeleid?', 'Beschrijf uw back-upplan.', 'Medewerkers worden jaarlijks getraind'],
  },
  Polish: {
    head: ['Lp.', 'Pytanie', 'Odpowiedź', 'Uwagi'],
    texts: [
      'Czy posiadają Państwo politykę bezpieczeństwa?',
      'Proszę opisać plan kopii zapasowych.',
      'Pracownicy są szkoleni co roku',
    ],
  },
  Swedish: {
    head: ['Nr', 'Fråga', 'Svar', 'Kommentar'],
    texts: ['Har ni en säkerhetspolicy?', 'Beskriv er backupplan.', 'Personalen utbildas årligen'],
  },
  Czech: {
    head: ['Č.', 'Otázka', 'Odpověď', 'Poznámka'],
    texts: ['Máte bezpečnostní politiku?', 'Popište plán zálohování.', 'Zaměstnanci jsou každoročně školeni'],
  },
  Turkish: {
    head: ['No', 'Soru', 'Cevap', 'Açıklama'],
    texts: ['Bir güvenlik politikanız var mı?', 'Yedekleme planınızı açıklayınız.', 'Çalışanlar her yıl eğitilir'],
  },
  Russian: {
    head: ['№', 'Вопрос', 'Ответ', 'Комментарий'],
    texts: [
      'Есть ли у вас политика безопасности?',
      'Опишите план резервного копирования.',
      'Сотрудники проходят обучение ежегодно',
    ],
  },
  Japanese: {
    head: ['番号', '質問', '回答', '備考'],
    texts: [
      '情報セキュリティポリシーはありますか。',
      'バックアップ計画を説明してください。',
      '従業員は毎年教育を受けている',
    ],
  },
  Chinese: {
    head: ['序号', '问题', '答复', '备注'],
    texts: ['贵公司是否有信息安全政策？', '请描述备份计划。', '员工每年接受培训'],
  },
  Korean: {
    head: ['번호', '질문', '답변', '비고'],
    texts: ['정보보안 정책이 있습니까?', '백업 계획을 설명해 주십시오.', '직원은 매년 교육을 받는다'],
  },
  Arabic: {
    head: ['م', 'السؤال', 'الإجابة', 'ملاحظات'],
    texts: ['هل لديكم سياسة لأمن المعلومات؟', 'صف خطة النسخ الاحتياطي.', 'يتم تدريب الموظفين سنويا'],
  },
  Greek: {
    head: ['Α/Α', 'Ερώτηση', 'Απάντηση', 'Σχόλια'],
    texts: [
      'Διαθέτετε πολιτική ασφάλειας;',
      'Περιγράψτε το σχέδιο αντιγράφων ασφαλείας.',
      'Οι εργαζόμενοι εκπαιδεύονται κάθε χρόνο',
    ],
  },
};

describe('languages', () => {
  it.each(Object.entries(LANGUAGES))('finds questions and answer column in %s', (_name, { head, texts }) => {
    const sheet = sheetOf([head, ...texts.map((text, i) => [i + 1, text, null, null])]);
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', [2, 4]));
  });

  const withoutHeading = Object.entries(LANGUAGES).filter(([name]) => name !== 'German requirements');
  it.each(withoutHeading)('finds two questions without a heading in %s', (_name, { texts }) => {
    const sheet = sheetOf([
      [1, texts[0]],
      [2, texts[1]],
      [3, texts[0]],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', [1, 3]));
  });
});
