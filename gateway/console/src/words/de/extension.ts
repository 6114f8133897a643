import type { Translated } from '../catalogue.js';
import type { extension as english } from '../en/extension.js';

export const extension: Translated<typeof english> = {
  title: 'Browser-Erweiterung verbinden',
  asks: 'Die Candor-Erweiterung in diesem Browser möchte mit Ihrem Konto bei {{organization}} verbunden werden.',
  may: 'Sie stellt Fragen, lässt die Fragen von Webformularen beantworten und gibt frei, was Sie auf einer Seite annehmen: als Sie, {{name}}, und mit nicht mehr Rechten, als Sie selbst haben. Ihr Schlüssel kann auch jeden Fragebogen lesen, hochladen, ändern und löschen, bei dem Sie es können; verbinden Sie also nur einen Browser, den niemand sonst benutzt. Die Verbindung gilt 90 Tage oder bis Sie ein neues Passwort setzen; Sie beenden sie in der Erweiterung mit „Abmelden“ oder auf der Seite „Ihr Konto“, die Administration auf der Seite „API-Schlüssel“. Eine sechste Erweiterung beendet Ihre älteste.',
  onlyIf: 'Verbinden Sie nur, wenn Sie gerade selbst in der Erweiterung „Verbinden“ gewählt haben.',
  connect: 'Verbinden',
  connected: 'Verbunden. Kehren Sie zur Erweiterung zurück: Dieser Tab schließt sich von selbst.',
  forPeople:
    'Nur eine angemeldete Person kann die Erweiterung verbinden. Melden Sie sich als Sie selbst an, oder fügen Sie in der Erweiterung einen API-Schlüssel ein.',
  notAsked: 'Hier möchte niemand verbunden werden. Öffnen Sie die Erweiterung und wählen Sie dort „Verbinden“.',
};
