import {
  PDFCheckBox,
  PDFDocument,
  PDFDropdown,
  PDFHexString,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFTextField,
  PDFBool,
  type PDFField,
  type PDFForm,
} from 'pdf-lib';
import type { ReadBudget } from '../../documents/budget.js';
import type { ByteSource } from '../../documents/source.js';
import { cutTo, matchingOption } from '../answer-text.js';
import { emptyReport, type AnswerToWrite, type ByteSink, type WriteReport } from '../model.js';
import { chosenOptions, writesOf, type Write } from '../writes.js';

/** Whether a question of the document is answered in a form field; a PDF without one cannot be filled in. */
export const hasFields = (questions: readonly AnswerToWrite[]): boolean =>
  questions.some(({ answerLocation }) => answerLocation !== null && 'field' in answerLocation);

/** Fills the form fields of a PDF. The pages stay as they are; the file is written anew. */
export async function fillPdfForm(
  source: ByteSource,
  questions: readonly AnswerToWrite[],
  sink: ByteSink,
  budget: ReadBudget,
): Promise<WriteReport> {
  const report = emptyReport();
  budget.chargeInflated(source.size);
  const document = await PDFDocument.load(source.read(0, source.size), { updateMetadata: false });
  const form = document.getForm();
  const fields = new Map(form.getFields().map((field) => [field.getName(), field]));
  for (const question of questions) {
    const { writes, skipped } = writesOf(question);
    report.skipped.push(...skipped);
    for (const write of writes) {
      const { questionId, kind, location } = write;
      const field = 'field' in location ? fields.get(location.field) : undefined;
      if (field === undefined)
        report.skipped.push({
          questionId,
          kind,
          location,
          reason: 'field' in location ? 'place_not_found' : 'no_place',
        });
      else if (field instanceof PDFTextField) {
        const text = cutTo(write.text, field.getMaxLength());
        setText(form, field, text);
        const note = text === write.text ? {} : { note: 'cut_to_field_limit' as const };
        report.places.push({ questionId, kind, location, text, ...note });
      } else if (fill(form, field, write, question))
        report.places.push({ questionId, kind, location, text: write.text });
      else report.skipped.push({ questionId, kind, location, reason: 'no_matching_option' });
    }
  }
  sink.write(await document.save({ updateFieldAppearances: false }));
  return report;
}

function fill(form: PDFForm, field: PDFField, write: Write, question: AnswerToWrite): boolean {
  if (field instanceof PDFDropdown || field instanceof PDFOptionList) {
    const chosen = (chosenOptions(question, question.answer) ?? [write.text]).map((text) =>
      matchingOption(text, field.getOptions()),
    );
    const known = chosen.filter((option) => option !== undefined);
    if (known.length === 0) return false;
    field.select(known);
    drawn(form, () => field.defaultUpdateAppearances(form.getDefaultFont()));
    return true;
  }
  if (field instanceof PDFRadioGroup) {
    const option = matchingOption(write.text, field.getOptions());
    if (option !== undefined) field.select(option);
    return option !== undefined;
  }
  if (!(field instanceof PDFCheckBox)) return false;
  if (matchingOption(write.text, ['Yes']) !== undefined) field.check();
  else field.uncheck();
  return true;
}

/** Text that the form's font cannot draw is stored all the same, and the viewer is asked to draw it. */
function setText(form: PDFForm, field: PDFTextField, text: string): void {
  if (text.includes('\n') && !field.isMultiline()) field.enableMultiline();
  field.acroField.dict.set(PDFName.of('V'), PDFHexString.fromText(text));
  drawn(form, () => field.defaultUpdateAppearances(form.getDefaultFont()));
}

function drawn(form: PDFForm, draw: () => void): void {
  try {
    draw();
  } catch {
    // The standard fonts only hold Latin letters.
    form.acroForm.dict.set(PDFName.of('NeedAppearances'), PDFBool.True);
  }
}
