export interface TopicEntry {
  name: string;
  description: string;
  /** Stems looked for at the start of words; a stem of several words is looked for as it stands. Folded: lower case, no accents. */
  stems: readonly string[];
}

function topic(name: string, description: string, stems: string): TopicEntry {
  return { name, description, stems: stems.split('|').map((stem) => stem.trim()) };
}

/** Topics of security and procurement questionnaires, with the words by which they are recognised in several languages. */
export const TOPICS: readonly TopicEntry[] = [
  topic('Access control', 'Identity, authentication and authorisation of users', 'access control|authenticat|authoriz|authoris|mfa|2fa|multi-factor|multifactor|two-factor|single sign|sso|password|privileged|least privilege|user account|identity|zugriff|zugang|passwort|berechtigung|authentifiz|acces|mot de passe|habilitation|contrasena|autentic|control de acceso|senha|controle de acesso|credenzial|accesso|toegang|wachtwoord'),
  topic('Encryption', 'Cryptography and management of keys', 'encrypt|cryptograph|cipher|tls|ssl|key management|hsm|aes|verschlussel|kryptogr|chiffre|cryptage|cifrado|cifra|criptograf|crittograf|versleutel'),
  topic('Incident response', 'Handling and notification of security incidents', 'incident|breach|forensic|csirt|vorfall|sicherheitsvorfalle|violation de donnees|incidente|brecha|violacao|beveiligingsincident'),
  topic('Vulnerability management', 'Scanning, patching and penetration tests', 'vulnerabilit|patch|penetration|pentest|pen test|bug bounty|cve|schwachstelle|sicherheitslucke|vulnerabilite|correctif|parche|vulnerabilidad|kwetsbaarhe'),
  topic('Business continuity', 'Continuity, disaster recovery and backups', 'business continuity|disaster recovery|backup|back-up|rto|rpo|resilien|failover|redundan|notfall|wiederherstell|datensicherung|continuite|sauvegarde|continuidad|copia de seguridad|copias de seguridad|respaldo|continuidade|continuita|continuiteit'),
  topic('Data protection', 'Privacy and personal data', 'privacy|gdpr|dsgvo|rgpd|personal data|personally identifiable|pii|data subject|data protection|ccpa|hipaa|dpo|datenschutz|personenbezogen|donnees personnelles|donnees a caractere|datos personales|proteccion de datos|dados pessoais|lgpd|dati personali|persoonsgegevens'),
  topic('Network security', 'Firewalls, segmentation and protection of traffic', 'network|firewall|vpn|intrusion|ids|ips|waf|ddos|segmentation|netzwerk|reseau|pare-feu|red de|redes|cortafuegos|rete|netwerk'),
  topic('Logging and monitoring', 'Logs, monitoring and detection', 'logging|audit log|audit trail|logs|siem|monitoring|alerting|protokollier|uberwach|journalis|supervision|registros|monitoriza|monitorament|monitoraggio'),
  topic('Secure development', 'Software development and changes to it', 'software development|sdlc|secure coding|code review|source code|change management|devops|ci/cd|static analysis|sast|dast|softwareentwicklung|quellcode|developpement|desarrollo|desenvolvimento|sviluppo|ontwikkeling'),
  topic('Cloud and hosting', 'Cloud services, data centres and tenancy', 'cloud|hosting|hosted|data cent|tenant|tenancy|iaas|paas|saas|kubernetes|rechenzentrum|hebergement|nube|nuvem|datacenter'),
  topic('Third parties', 'Suppliers, subcontractors and subprocessors', 'subprocessor|sub-processor|subcontract|third part|third-part|supply chain|lieferant|unterauftrag|dienstleister|sous-traitan|fournisseur|subcontrat|subencargado|terceiros|subappalt|fornitor|leverancier|onderaannemer'),
  topic('Human resources', 'Screening, training and awareness of staff', 'background check|awareness|training|onboarding|employee|personnel|staff|termination|mitarbeiter|schulung|sensibilis|formation|formacion|concienciacion|empleado|treinamento|funcionario|formazione|dipendent|medewerker|opleiding'),
  topic('Physical security', 'Buildings, rooms and equipment', 'physical|badge|cctv|visitor|premises|physisch|zutritt|gebaude|physique|fisica|fisico|fysiek'),
  topic('Governance and risk', 'Policies, roles and risk management', 'governance|risk assessment|risk management|information security policy|security policy|policies|ciso|isms|risiko|richtlinie|gouvernance|politique|politica|riesgo|gestao de risco|rischi|beleid'),
  topic('Compliance and audit', 'Certifications, audits and laws', 'complian|certific|iso 27001|iso27001|soc 2|soc2|pci|audit|regulat|zertifi|konform|conformite|conformidad|cumplimiento|conformidade|conformita'),
  topic('Asset and device management', 'Inventory, endpoints and mobile devices', 'asset|inventory|endpoint|mobile device|byod|laptop|antivirus|anti-virus|malware|mdm|inventar|endgerat|inventaire|inventario|dispositiv|apparaten'),
  topic('Data handling', 'Classification, retention and deletion of data', 'data classification|retention|deletion|disposal|destruction|sanitiz|sanitis|data loss|dlp|aufbewahrung|loschung|klassifizier|conservation|suppression|retencion|borrado|eliminacion|retencao|conservazione|bewaartermijn'),
  topic('Artificial intelligence', 'Use of machine learning and AI', 'artificial intelligence|machine learning|llm|large language|generative|ai model|ai system|kunstliche intelligenz|intelligence artificielle|inteligencia artificial|intelligenza artificiale|kunstmatige intelligentie'),
  topic('Open source', 'Open source software and licences', 'open source|open-source|foss|oss|licens|sbom|bill of materials|copyleft'),
  topic('Accessibility', 'Access for people with disabilities', 'accessib|section 508|wcag|vpat|disabilit|barrierefrei|accesibilidad|acessibilidad'),
  topic('Company and finances', 'The company, its customers, prices and references', 'revenue|pricing|headcount|insurance|references|contract|invoice|company name|umsatz|versicherung|chiffre d\'affaires|seguro|ingresos|faturamento|fatturato|omzet'),
]; // prettier-ignore
