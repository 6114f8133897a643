/** Addresses of Candor: https, or this machine. One of them is asked for when a person signs in; none is granted before. */
const SERVERS = ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'];

/** The panel runs its own scripts only, takes pictures from itself, and is framed by nobody. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  'connect-src https: http://localhost:* http://127.0.0.1:*',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The manifest for a browser, of one source. The optional addresses are a pattern, because nobody knows where a company runs
 * its Candor; the browser grants the one that the person names, and no other.
 */
export function manifestFor(browser, version) {
  const icons = Object.fromEntries([16, 32, 48, 128].map((size) => [size, `icons/${size}.png`]));
  const common = {
    manifest_version: 3,
    name: '__MSG_name__',
    description: '__MSG_description__',
    default_locale: 'en',
    version,
    icons,
    action: { default_title: '__MSG_open__', default_icon: icons },
    content_security_policy: { extension_pages: POLICY },
    optional_host_permissions: SERVERS,
    incognito: 'not_allowed',
  };
  if (browser === 'firefox')
    return {
      ...common,
      permissions: ['activeTab', 'storage', 'contextMenus', 'scripting'],
      background: { scripts: ['background.js'], type: 'module' },
      sidebar_action: {
        default_panel: 'panel.html',
        default_title: '__MSG_name__',
        default_icon: icons,
        open_at_install: false,
      },
      browser_specific_settings: {
        gecko: {
          id: 'extension@candor.invalid',
          strict_min_version: '140.0',
          data_collection_permissions: { required: ['websiteContent'] },
        },
      },
    };
  return {
    ...common,
    permissions: ['activeTab', 'sidePanel', 'storage', 'contextMenus', 'scripting'],
    background: { service_worker: 'background.js', type: 'module' },
    side_panel: { default_path: 'panel.html' },
    minimum_chrome_version: '116',
  };
}
