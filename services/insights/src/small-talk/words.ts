/** What people say to greet, to thank or to try out, and what they are answered. */
export interface Courtesies {
  /** Lower case, without punctuation and accents. */
  phrases: readonly string[];
  /** Words that stand beside such phrases and ask nothing. */
  beside: readonly string[];
  reply: string;
}

const list = (text: string): string[] => text.split('|').map((phrase) => phrase.trim());

/** By language code. A language that is added needs nothing but its entry here. */
export const COURTESIES: Readonly<Record<string, Courtesies>> = {
  en: {
    phrases: list(
      'hi|hello|hey|hiya|howdy|yo|good morning|good afternoon|good evening|good day|greetings|how are you|how are you doing|how do you do|whats up|nice to meet you|thanks|thank you|many thanks|thank you very much|thanks a lot|thx|ty|cheers|great|perfect|awesome|cool|nice|ok|okay|alright|got it|understood|bye|goodbye|see you|have a nice day|have a good day|test|testing|just testing|this is a test|ping|please|yes please|no thanks|no thank you|that helps|that is all|thats all|lol|haha|sorry',
    ),
    beside: list('there|candor|team|all|everyone|everybody|again|so|much|very|and|you|bot|friend|folks'),
    reply: 'Hello! Ask me about security, privacy or compliance, for example “Is customer data encrypted at rest?”',
  },
  de: {
    phrases: list(
      'hallo|guten morgen|guten tag|guten abend|moin|servus|gruss gott|grusse|hallihallo|wie gehts|wie geht es dir|wie geht es ihnen|danke|danke schon|vielen dank|besten dank|danke dir|danke ihnen|super|prima|alles klar|verstanden|tschuss|auf wiedersehen|schonen tag|bis bald|nur ein test|das ist ein test|bitte|nein danke|das wars',
    ),
    beside: list('zusammen|alle|noch|sehr|und|euch|liebes|team|nochmals'),
    reply:
      'Hallo! Fragen Sie mich etwas zu Sicherheit, Datenschutz oder Compliance, zum Beispiel: „Werden Kundendaten verschlüsselt gespeichert?“',
  },
  fr: {
    phrases: list(
      'bonjour|salut|bonsoir|coucou|comment allez vous|comment ca va|ca va|merci|merci beaucoup|mille mercis|un grand merci|parfait|daccord|d accord|tres bien|au revoir|bonne journee|a bientot|ceci est un test|cest un test|s il vous plait|sil vous plait|non merci',
    ),
    beside: list('a|tous|toutes|et|bien|encore|vous|toi'),
    reply:
      'Bonjour ! Posez-moi une question sur la sécurité, la confidentialité ou la conformité, par exemple : « Les données des clients sont-elles chiffrées au repos ? »',
  },
  es: {
    phrases: list(
      'hola|buenos dias|buenas tardes|buenas noches|buenas|que tal|como estas|como esta|gracias|muchas gracias|mil gracias|perfecto|vale|de acuerdo|muy bien|entendido|adios|hasta luego|hasta pronto|que tenga un buen dia|esto es una prueba|prueba|por favor|no gracias',
    ),
    beside: list('a|todos|todas|y|muy|otra|vez|equipo'),
    reply:
      '¡Hola! Pregúnteme sobre seguridad, privacidad o cumplimiento, por ejemplo: «¿Se cifran los datos de los clientes en reposo?»',
  },
  pt: {
    phrases: list(
      'ola|oi|bom dia|boa tarde|boa noite|tudo bem|como vai|obrigado|obrigada|muito obrigado|muito obrigada|perfeito|otimo|entendi|tchau|ate logo|ate breve|isto e um teste|teste|por favor|nao obrigado|nao obrigada',
    ),
    beside: list('a|todos|todas|e|pessoal|equipa|equipe'),
    reply:
      'Olá! Pergunte-me sobre segurança, privacidade ou conformidade, por exemplo: “Os dados dos clientes são encriptados em repouso?”',
  },
  it: {
    phrases: list(
      'ciao|salve|buongiorno|buon giorno|buonasera|buona sera|come va|come stai|come sta|grazie|grazie mille|molte grazie|tante grazie|perfetto|va bene|daccordo|capito|arrivederci|a presto|buona giornata|questa e una prova|prova|per favore|no grazie',
    ),
    beside: list('a|tutti|tutte|e|ancora'),
    reply:
      'Salve! Mi chieda qualcosa su sicurezza, privacy o conformità, per esempio: «I dati dei clienti sono cifrati a riposo?»',
  },
  nl: {
    phrases: list(
      'hoi|hallo|dag|goedemorgen|goedemiddag|goedenavond|goeiedag|hoe gaat het|dank je|dank je wel|dank u|dank u wel|bedankt|hartelijk dank|prima|duidelijk|begrepen|tot ziens|doei|fijne dag|dit is een test|alstublieft|nee bedankt',
    ),
    beside: list('allemaal|iedereen|en|nog|zeer|daar'),
    reply:
      'Hallo! Stel mij een vraag over beveiliging, privacy of compliance, bijvoorbeeld: “Worden klantgegevens versleuteld opgeslagen?”',
  },
  pl: {
    phrases: list(
      'czesc|dzien dobry|dobry wieczor|witam|witaj|hej|jak sie masz|co slychac|dzieki|dziekuje|dziekuje bardzo|bardzo dziekuje|swietnie|rozumiem|do widzenia|na razie|milego dnia|to jest test|prosze|nie dziekuje',
    ),
    beside: list('wszystkim|i|bardzo|jeszcze|raz'),
    reply:
      'Dzień dobry! Proszę zapytać o bezpieczeństwo, prywatność lub zgodność, na przykład: „Czy dane klientów są szyfrowane w spoczynku?”',
  },
  ja: {
    phrases: list(
      'こんにちは|おはよう|おはようございます|こんばんは|はじめまして|どうも|ありがとう|ありがとうございます|ありがとうございました|了解|了解です|わかりました|さようなら|お疲れ様です|よろしくお願いします|テスト|テストです',
    ),
    beside: list('皆さん|みなさん'),
    reply:
      'こんにちは。セキュリティ、プライバシー、コンプライアンスについてご質問ください。例：「顧客データは保存時に暗号化されていますか。」',
  },
  zh: {
    phrases: list(
      '你好|您好|大家好|嗨|早上好|下午好|晚上好|谢谢|谢谢你|谢谢您|多谢|非常感谢|好的|明白了|知道了|再见|测试',
    ),
    beside: list('啊|呀|了'),
    reply: '您好！请向我提出有关安全、隐私或合规的问题，例如：“客户数据在存储时是否加密？”',
  },
};
