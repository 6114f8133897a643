/** How the organization that the key works in shows itself. */
export interface Brand {
  name: string;
  logo_url: string | null;
  accent_color: string | null;
  intro: string | null;
}

const NAME = 'Candor';

/** The organization's name, logo, colour and intro on the page; undefined: the product's own. */
export function showBrand(brand: Brand | undefined): void {
  const name = `Ask ${brand?.name ?? NAME}`;
  document.title = name;
  const logo = document.getElementById('logo');
  const mark = document.getElementById('mark');
  const logoUrl = brand?.logo_url ?? undefined;
  if (logo instanceof HTMLImageElement) {
    logo.hidden = logoUrl === undefined;
    if (logoUrl !== undefined) logo.src = logoUrl;
  }
  if (mark) {
    mark.hidden = logoUrl !== undefined;
    mark.textContent = Array.from((brand?.name ?? NAME).trim())[0]?.toUpperCase() ?? '';
  }
  write('name', name);
  write('intro', brand?.intro ?? '');
  showAccent(brand?.accent_color?.slice(1));
}

function write(id: string, text: string): void {
  const element = document.getElementById(id);
  if (!element) return;
  element.textContent = text;
  element.hidden = text === '';
}

/** By a style sheet of the server, which knows the shades that can be read. */
function showAccent(hex: string | undefined): void {
  document.getElementById('accent')?.remove();
  if (hex === undefined) return;
  const link = document.createElement('link');
  link.id = 'accent';
  link.rel = 'stylesheet';
  link.href = `/ask/accent-${hex}.css`;
  document.head.append(link);
}
