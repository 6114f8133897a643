import { describe, expect, it } from '@jest/globals';
import { askedIn, questionsOf, rowsOf } from './asked.fixture.js';
import { headerRole } from './language/header-words.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';

/** Question | Answer | Comment, then Requirement | Status | Remarks. */
const HEADINGS: [string, string[], string[]][] = [
  ['Arabic', ['السؤال', 'الإجابة', 'ملاحظات'], ['المتطلبات', 'الحالة', 'تعليقات']],
  ['Bulgarian', ['Въпрос', 'Отговор', 'Забележка'], ['Изискване', 'Статус', 'Коментар']],
  ['Catalan', ['Pregunta', 'Resposta', 'Comentaris'], ['Requisit', 'Estat', 'Observacions']],
  ['Croatian', ['Pitanje', 'Odgovor', 'Napomena'], ['Zahtjev', 'Status', 'Komentar']],
  ['Czech', ['Otázka', 'Odpověď', 'Poznámka'], ['Požadavek', 'Stav', 'Komentář']],
  ['Danish', ['Spørgsmål', 'Svar', 'Bemærkninger'], ['Krav', 'Status', 'Kommentar']],
  ['Estonian', ['Küsimus', 'Vastus', 'Märkused'], ['Nõue', 'Olek', 'Selgitus']],
  ['Finnish', ['Kysymys', 'Vastaus', 'Huomautukset'], ['Vaatimus', 'Tila', 'Kommentit']],
  ['Greek', ['Ερώτηση', 'Απάντηση', 'Σχόλια'], ['Απαίτηση', 'Κατάσταση', 'Παρατηρήσεις']],
  ['Hebrew', ['שאלה', 'תשובה', 'הערות'], ['דרישה', 'סטטוס', 'הערה']],
  ['Hindi', ['प्रश्न', 'उत्तर', 'टिप्पणी'], ['आवश्यकता', 'स्थिति', 'टिप्पणियाँ']],
  ['Hungarian', ['Kérdés', 'Válasz', 'Megjegyzés'], ['Követelmény', 'Állapot', 'Megjegyzések']],
  ['Indonesian', ['Pertanyaan', 'Jawaban', 'Keterangan'], ['Persyaratan', 'Status', 'Catatan']],
  ['Latvian', ['Jautājums', 'Atbilde', 'Piezīmes'], ['Prasība', 'Statuss', 'Komentārs']],
  ['Lithuanian', ['Klausimas', 'Atsakymas', 'Pastabos'], ['Reikalavimas', 'Būsena', 'Komentaras']],
  ['Norwegian', ['Spørsmål', 'Svar', 'Merknad'], ['Krav', 'Status', 'Bemerkning']],
  ['Persian', ['سوال', 'پاسخ', 'توضیحات'], ['الزام', 'وضعیت', 'ملاحظات']],
  ['Romanian', ['Întrebare', 'Răspuns', 'Comentarii'], ['Cerință', 'Stare', 'Observații']],
  ['Serbian', ['Питање', 'Одговор', 'Напомена'], ['Захтев', 'Статус', 'Коментар']],
  ['Slovak', ['Otázka', 'Odpoveď', 'Poznámka'], ['Požiadavka', 'Stav', 'Komentár']],
  ['Slovenian', ['Vprašanje', 'Odgovor', 'Opomba'], ['Zahteva', 'Stanje', 'Komentar']],
  ['Swedish', ['Fråga', 'Svar', 'Anmärkning'], ['Krav', 'Status', 'Förklaring']],
  ['Thai', ['คำถาม', 'คำตอบ', 'หมายเหตุ'], ['ข้อกำหนด', 'สถานะ', 'ความคิดเห็น']],
  ['Turkish', ['Soru', 'Cevap', 'Açıklama'], ['Gereksinim', 'Durum', 'Notlar']],
  ['Ukrainian', ['Питання', 'Відповідь', 'Примітка'], ['Вимога', 'Статус', 'Коментар']],
  ['Vietnamese', ['Câu hỏi', 'Trả lời', 'Ghi chú'], ['Yêu cầu', 'Kết quả', 'Nhận xét']],
  ['Chinese', ['問題', '回覆', '備註'], ['需求', '符合情况', '意见']],
];

describe('headings in the language of the customer', () => {
  const labels = ['Alder gate', 'Birch gate', 'Cedar gate', 'Dogwood gate'].map((label, i) => [i + 1, label]);
  const table = (headings: readonly string[]): string[] => askedIn(sheetOf([['#', ...headings], ...labels]));

  it.each(HEADINGS)('say what is asked and where the answers go: %s', (_, asked, required) => {
    expect(table(asked)).toEqual(rowsOf('B', 'C', [2, 5]));
    expect(required.slice(0, 2).map((heading) => headerRole(heading)?.role)).toEqual(['requirement', 'status']);
    const [question] = questionsOf(workbookOf(sheetOf([['#', ...asked], ...labels])));
    expect(question?.commentLocation).toEqual({ sheet: 'Sheet1', cell: 'D2' });
  });

  it.each([
    ['Có', 'Không'],
    ['ใช่', 'ไม่ใช่'],
    ['כן', 'לא'],
    ['Da', 'Nu'],
    ['Так', 'Ні'],
    ['Taip', 'Ne'],
    ['Jā', 'Nē'],
    ['Áno', 'Nie'],
    ['हाँ', 'नहीं'],
    ['بله', 'خیر'],
    ['符合', '不符合'],
  ])('offer %s and %s as choices', (yes, no) => {
    const asked = questionsOf(workbookOf(sheetOf([['#', 'Question', yes, no], ...labels])));
    expect(asked.map(({ options }) => options)).toEqual(labels.map(() => [yes, no]));
  });
});
