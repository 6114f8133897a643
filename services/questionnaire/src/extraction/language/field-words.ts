import { fold } from './words.js';

/** Words of labels in forms: who, where, when. Folded. */
const FIELD_WORDS = new Set(
  `name names company organisation organization address street city zip postcode country email e-mail mail phone telephone mobile fax
   website url contact title position department signature date signed duns vat
   postal registration supervisor manager representative telephone nationality occupation employer iban bic swift tax turnover revenue headquarters
   firma firmenname unternehmen anschrift adresse strasse ort plz land telefon ansprechpartner ansprechperson webseite abteilung unterschrift datum funktion vorname nachname
   rechtsform handelsregisternummer registernummer steuernummer ust-idnr bankverbindung mitarbeiterzahl umsatz
   nom prenom societe entreprise raison adresse ville pays telephone courriel fonction signature siret siren capital effectif
   nombre apellidos empresa direccion ciudad pais telefono correo cargo firma fecha contacto nif cif
   nome sobrenome endereco cidade telefone cargo assinatura cnpj azienda indirizzo citta telefono firma qualifica referente
   naam bedrijf bedrijfsnaam adres plaats telefoon functie handtekening datum contactpersoon
   nazwa imie nazwisko adres miejscowosc kraj telefon telefonu stanowisko podpis nip regon strona
   nazev jmeno prijmeni ulice mesto psc zeme funkce podpis ico dic datum spolecnost firmy
   namn foretag foretagsnamn adress telefonnummer befattning underskrift organisationsnummer navn firmanavn virksomhed tlf stilling underskrift dato
   nimi yritys osoite postinumero paikkakunta puhelin puhelinnumero sahkoposti allekirjoitus paivamaara tehtava
   nev cegnev cim varos telefon beosztas alairas adoszam nume denumire denumirea adresa localitate functia semnatura
   ime prezime naziv adresa grad telefon potpis soyadi unvan adres telefon imza tarih vergi ονομα επωνυμο επωνυμια διευθυνση τηλεφωνο υπογραφη
   имя фамилия отчество фио название наименование организация компания компании адрес город страна телефон телефона почта сайт сайта должность инн подпись дата рождения контактное контактный контактные
   прізвище назва організація компанія адреса місто посада підпис фирма длъжност име презиме назив предузеће
   会社名 氏名 お名前 貴社名 担当者 担当者名 メールアドレス 生年月日 年齢 性別 公司 企业名称 联系人 电子邮件 邮箱 职务 职位 性别 年龄 성명 이름 회사명 주소 전화번호 이메일 직위 부서 اسم العنوان الهاتف שם כתובת טלפון 住所 電話番号 部署 役職 公司名称 姓名 地址 电话 название адрес телефон должность`
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => fold(word)),
);

/** Words of labels in scripts without blanks, which stand inside of others ("ご担当者名", "单位地址"). */
const FIELD_WITHOUT_BLANKS =
  /会社|社名|担当者|氏名|名前|住所|所在地|電話|代表者|部署|役職|連絡先|公司|企业|单位|姓名|联系人|联系方式|地址|电话|邮箱|职务|法定代表|负责人|部门|회사|업체명|담당자|연락처|전화|주소|대표자|부서/u;

/** Whether a short text is the label of a form field: at most six words, one of them a usual field name. */
export function isFieldLabel(text: string): boolean {
  if (text.length > 60) return false;
  const words = fold(text)
    .split(/[\s/,()*:：.-]+/)
    .filter((word) => word !== '');
  if (words.length === 0 || words.length > 6) return false;
  return words.some((word) => FIELD_WORDS.has(word)) || (text.length <= 14 && FIELD_WITHOUT_BLANKS.test(text));
}

/** "Retention period *": a label with the mark of what must be filled in. */
export function isMarkedLabel(text: string): boolean {
  return /\p{L}\s*[*＊✱]\s*$/u.test(text);
}

/** Labels of facts about a file, which its author has filled in: nobody else is asked for them. */
const ABOUT_FILE =
  /\b(?:version|author|authors|revision|rev|prepared|issued|published|reviewed|document|classification|autor|verfasser|erstellt|stand|auteur|redige|elaborado|autore|opsteller)\b/;
const FILE_ITSELF =
  /\b(?:version|revision|classification|document|klassifizierung|dokument|clasificacion|documento|versione|versao|versie|wersja)\b|версия|документ|版本|バージョン|文書/u;
const SIGNED_OFF =
  /\b(?:approv\w*|effective|owner|freigabe|freigegeben|genehmigt|approuve|aprobado|aprovado|approvato|goedgekeurd|zatwierdzi\w*)\b|утвержд|автор|承認|作成者|批准|作者/u;

/** Whether the labels of a form are about the file itself: its version or name among them, and half of them of that kind. */
export function describesFile(labels: readonly string[]): boolean {
  const folded = labels.map(fold);
  const facts = folded.filter((label) => ABOUT_FILE.test(label) || FILE_ITSELF.test(label) || SIGNED_OFF.test(label));
  return folded.some((label) => FILE_ITSELF.test(label)) && facts.length * 2 >= labels.length && labels.length > 1;
}

const RESPONDENT =
  /компани|организаци|предприяти|заказчик|поставщик|организаці|підприємств|会社|貴社|公司|企业|회사|基本情報|\b(?:customer|client|applicant|respondent|participant|student|employer|bidder|tenderer|contractor|candidat|bieter|bewerber|soumissionnaire|titulaire|licitante|licitador|oferente|offerente|inschrijver|oferent|kunde|auftraggeber|antragsteller|teilnehmer|client|demandeur|cliente|solicitante|candidato|richiedente|klant|opdrachtgever|aanvrager|firmy|wykonawca|zamawiajacy|dostawca|spolecnost|zakaznik|dodavatel|foretag|foretaget|kund|virksomhed|kunden|leverandor|yritys|asiakas|ceg|beszallito|furnizor|client|tvrtka|preduzece|sirket|firma|company|organi[sz]ation|legal|trading|vendor|supplier|manufacturer|firm|firma|firmenname|unternehmen|lieferant|societe|entreprise|fournisseur|empresa|proveedor|fornecedor|azienda|fornitore|bedrijf|bedrijfsnaam|leverancier)\b/;

/** Whether a label names whoever fills in the form. */
export function isRespondentLabel(label: string): boolean {
  const folded = fold(label);
  return RESPONDENT.test(folded) && !ABOUT_FILE.test(folded);
}

/** Whether the labels of a filled form are about whoever fills it in, and not about the file. */
export function describeRespondent(labels: readonly string[]): boolean {
  const folded = labels.map(fold);
  return folded.some((label) => RESPONDENT.test(label)) && !folded.some((label) => ABOUT_FILE.test(label));
}

const FIELD_HEADING =
  /^(?:fields?|field name|items?|attributes?|details?|data points?|particulars|information(?: requested| required)?|feld|felder|angaben?|merkmal|champs?|rubrique|campos?|datos?|voce|voci|veld|gegevens?|pole|поле|項目|项目|字段)$/;

/** Whether a heading says that labels of a form stand below it: "Field", "Information requested". */
export function isFieldHeading(text: string): boolean {
  return FIELD_HEADING.test(fold(text.trim()).replace(/[:：]$/, ''));
}

const PART_TITLE =
  /^(?!.*[:：?]).{0,40}\b(?:details|profile|information|particulars|data|overview|angaben|informationen|daten|profil|coordonnees|informations|donnees|datos|informacion|dados|informacoes|dati|informazioni|gegevens)$/;

/** "Company details", "Allgemeine Angaben": a name for a group of labels. */
export function isPartTitle(text: string): boolean {
  return PART_TITLE.test(fold(text.trim()));
}
