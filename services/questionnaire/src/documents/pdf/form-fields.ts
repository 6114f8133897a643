import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { apply, type Box, type Matrix } from './geometry.js';
import type { TextPiece } from './page-content.js';

/** An AcroForm field on a page that takes text or a choice. */
export interface Widget extends Box {
  name: string;
  /** The field's tooltip, which is its accessible label. */
  tooltip: string;
  type: 'text' | 'choice' | 'date';
  options: string[];
  value: string;
}

/** The part of pdf.js's annotation data that is used. */
interface WidgetData {
  subtype?: string;
  fieldType?: string;
  fieldName?: string;
  fieldValue?: unknown;
  alternativeText?: string;
  checkBox?: boolean;
  radioButton?: boolean;
  buttonValue?: string;
  exportValue?: string;
  options?: { exportValue?: string; displayValue?: string }[];
  rect?: number[];
  hidden?: boolean;
}

/**
 * Reads the form fields of a page. Check boxes and radio buttons come as drawn boxes among the text, like those of
 * documents without a form, so that their labels are found in the same way.
 */
export async function readWidgets(
  page: PDFPageProxy,
  shown: Matrix,
): Promise<{ widgets: Widget[]; boxes: TextPiece[] }> {
  const widgets: Widget[] = [];
  const boxes: TextPiece[] = [];
  for (const data of (await page.getAnnotations()) as WidgetData[]) {
    if (data.subtype !== 'Widget' || data.fieldName === undefined || data.hidden === true || data.rect === undefined)
      continue;
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = data.rect;
    const a = apply(shown, x1, y1);
    const b = apply(shown, x2, y2);
    const box: Box = {
      left: Math.min(a.x, b.x),
      right: Math.max(a.x, b.x),
      top: Math.min(a.y, b.y),
      bottom: Math.max(a.y, b.y),
    };
    if (data.checkBox === true || data.radioButton === true) boxes.push(drawnBox(data, box));
    else if (data.fieldType === 'Tx' || data.fieldType === 'Ch') widgets.push(widget(data, box));
  }
  return { widgets, boxes };
}

function drawnBox(data: WidgetData, box: Box): TextPiece {
  const on = data.checkBox === true ? data.exportValue : data.buttonValue;
  const ticked =
    data.fieldValue !== undefined && data.fieldValue !== null && data.fieldValue !== 'Off' && data.fieldValue === on;
  const fontSize = Math.min(14, Math.max(6, box.bottom - box.top));
  return { ...box, text: ticked ? '☒' : '☐', fontSize, bold: false, field: data.fieldName ?? '' };
}

function widget(data: WidgetData, box: Box): Widget {
  const options = (data.options ?? []).map((option) => (option.displayValue ?? option.exportValue ?? '').trim());
  const value = Array.isArray(data.fieldValue)
    ? data.fieldValue.join(', ')
    : typeof data.fieldValue === 'string'
      ? data.fieldValue
      : '';
  return {
    ...box,
    name: data.fieldName ?? '',
    tooltip: (data.alternativeText ?? '').trim(),
    type: data.fieldType === 'Ch' ? 'choice' : 'text',
    options: options.filter((option) => option !== ''),
    value: value.replace(/\r\n?/g, '\n').trim(),
  };
}
