import { nameOfGroup } from './matrix.js';
import type { Scan } from './scan.js';
import { attribute, closest, holds, upwards } from './tree.js';
import type { Unit } from './units.js';
import { isAsking, isIdentity, isNeverAsked, isOtherRegion } from './words/index.js';

const PAYMENT = /^(?:cc-|transaction-|one-time-code|current-password|new-password|username)/;
const CONTACT =
  /^(?:name|given-name|family-name|additional-name|honorific|nickname|email|tel|organization|organization-title|url|street-address|address-)/;
const NEVER_REGION =
  /(?:^|[-_\s])(?:cookies?|captcha|recaptcha|hcaptcha|turnstile|gdpr|chat-?widget|livechat)(?:$|[-_\s])/i;
const OTHER_REGION =
  /(?:^|[-_\s])(?:newsletter|subscri\w*|filters?|facets?|search(?:-?(?:box|bar|form))|log-?in|sign-?in|pagination|breadcrumbs?|coupon|promo|cart|basket|checkout|payment|reviews?|feedback)(?:$|[-_\s])/i;

const autocomplete = (unit: Unit): string => attribute(unit.elements[0]!, 'autocomplete').split(' ').at(-1)!;

/** Whether a unit asks for contact data of the visitor. */
export function isIdentityUnit(unit: Unit, text: string): boolean {
  if (unit.type !== 'line' && unit.type !== 'area') return false;
  if (CONTACT.test(autocomplete(unit)) || isIdentity(text)) return true;
  const group = closest(unit.anchor, 'fieldset, [role=group]');
  if (group && isIdentity(nameOfGroup(group))) return true;
  const type = (unit.elements[0] as HTMLInputElement).type;
  return (type === 'email' || type === 'tel') && !isAsking(text);
}

/** Whether a unit stands on the page for something else than a question of the form. */
export function isNoQuestion(scan: Scan, unit: Unit, text: string): boolean {
  if (unit.type === 'password' || unit.type === 'other') return true;
  if (PAYMENT.test(autocomplete(unit)) || isNeverAsked(text) || isNeverAsked(placeholderOf(unit)) || isTrap(unit))
    return true;
  if (inside(unit, NEVER_REGION, isNeverRegionName)) return true;
  if (hasPassword(scan, unit) || isOfOtherPurpose(scan, unit)) return true;
  return !isAsking(text) && inside(unit, OTHER_REGION, isOtherRegion);
}

const placeholderOf = ({ elements: [element] }: Unit): string => attribute(element!, 'placeholder');
const isNeverRegionName = (text: string): boolean => /cookie|captcha/i.test(text);

/** Fields that only machines fill. */
const isTrap = ({ elements: [element] }: Unit): boolean =>
  attribute(element!, 'tabindex') === '-1' &&
  attribute(element!, 'autocomplete') === 'off' &&
  /honey|trap|^(?:url2?|fax|website)$/i.test(`${attribute(element!, 'name')}${element!.id}`);

function inside(unit: Unit, pattern: RegExp, isRegion: (text: string) => boolean): boolean {
  for (const outer of upwards(unit.anchor)) {
    if (outer.matches('form, main, body, [role=main], [role=form]') && outer !== unit.anchor) {
      return outer.localName === 'form' && pattern.test(`${attribute(outer, 'class')} ${outer.id}`);
    }
    if (pattern.test(`${attribute(outer, 'class')} ${outer.id}`)) return true;
    const label = attribute(outer, 'aria-label');
    if (label && !unit.elements.includes(outer) && isRegion(label)) return true;
  }
  return false;
}

function hasPassword(scan: Scan, unit: Unit): boolean {
  const { passwords } = scan;
  if (!passwords.length) return false;
  const form = formAround(unit);
  return form !== undefined && passwords.some(({ element }) => holds(form, element));
}

const formAround = (unit: Unit): Element | undefined => {
  for (const outer of upwards(unit.anchor)) if (outer.matches('form, dialog, [role=form], [role=dialog]')) return outer;
  return undefined;
};

/** Whether the nearest buttons end something else: a purchase, a sign-in, a search, a subscription. */
function isOfOtherPurpose(scan: Scan, unit: Unit): boolean {
  for (const outer of upwards(unit.anchor)) {
    const { goesOn, hasOtherPurpose } = scan.actionsIn(outer);
    if (hasOtherPurpose) return !(goesOn && isFormOfQuestions(scan, outer));
    if (goesOn) return false;
    if (outer.matches('form, dialog, [role=form], [role=dialog], main, body')) return false;
  }
  return false;
}

/** A form of many questions may hold a search button as well. */
const isFormOfQuestions = (scan: Scan, outer: Element): boolean =>
  scan.unitsIn(outer).filter(({ type }) => type !== 'other').length > 3;
