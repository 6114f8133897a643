import type { XmlTag } from '../xml/scanner.js';
import { halfPoints, isOn, type TextStyle, type TextStyles } from './styles.js';

/** Formatting of the run being read. */
export class RunState {
  bold = false;
  fontSize: number | undefined;
  font: string | undefined;
  hidden = false;
  /** Struck out: shown, but taken back by whoever wrote it. */
  struck = false;

  /** A new run starts with what its paragraph's style says. */
  start(paragraphStyle: TextStyle): void {
    this.bold = paragraphStyle.bold;
    this.fontSize = paragraphStyle.fontSize;
    this.font = undefined;
    this.hidden = false;
    this.struck = paragraphStyle.struck;
  }

  readProperty(name: string, tag: XmlTag, styles: TextStyles): void {
    const value = tag.attribute('w:val');
    if (name === 'w:b') this.bold = isOn(value);
    else if (name === 'w:sz') this.fontSize = halfPoints(value);
    else if (name === 'w:vanish') this.hidden = isOn(value);
    else if (name === 'w:rFonts') this.font = tag.attribute('w:ascii') ?? tag.attribute('w:hAnsi');
    else if (name === 'w:strike' || name === 'w:dstrike') this.struck = isOn(value);
    else if (name === 'w:rStyle') {
      const style = styles.style(value ?? '');
      this.bold ||= style.bold;
      this.struck ||= style.struck;
    }
  }
}
