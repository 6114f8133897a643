import { fold } from './words.js';

/** Words of labels in forms: who, where, when. Folded. */
const FIELD_WORDS = new Set(
  `name names company organisation organization address street city zip postcode country email e-mail mail phone telephone mobile fax
   website url contact title position department signature date signed duns vat
   firma firmenname unternehmen anschrift adresse strasse ort plz land telefon ansprechpartner ansprechperson webseite abteilung unterschrift datum funktion vorname nachname
   nom prenom societe entreprise raison adresse ville pays telephone courriel fonction signature siret
   nombre apellidos empresa direccion ciudad pais telefono correo cargo firma fecha contacto nif cif
   nome sobrenome endereco cidade telefone cargo assinatura cnpj azienda indirizzo citta telefono firma qualifica referente
   naam bedrijf bedrijfsnaam adres plaats telefoon functie handtekening datum contactpersoon
   会社名 氏名 住所 電話番号 部署 役職 公司名称 姓名 地址 电话 название адрес телефон должность`
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => fold(word)),
);

/** Whether a short text is the label of a form field: at most six words, one of them a usual field name. */
export function isFieldLabel(text: string): boolean {
  if (text.length > 60) return false;
  const words = fold(text)
    .split(/[\s/,()*:：.-]+/)
    .filter((word) => word !== '');
  return words.length > 0 && words.length <= 6 && words.some((word) => FIELD_WORDS.has(word));
}
