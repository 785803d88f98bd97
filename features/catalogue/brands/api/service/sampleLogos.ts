type Logo = { readonly file: string; readonly en: string; readonly ar: string };

/** The logos of sample brands, by name. Fictional (docs/decisions/0063). */
export const sampleLogos: Readonly<Record<string, Logo>> = {
  "Bustan Nour Demo Foods": { file: "bustan", en: "A white palm on brown", ar: "نخلة بيضاء على بني" },
  "Seri Rembulan Contoh": {
    file: "seri",
    en: "A white full moon over a wave, on red",
    ar: "بدر أبيض فوق موجة على أحمر",
  },
  "Gül Pınarı Örnek Şekerleme": { file: "gul", en: "A rose of six petals", ar: "وردة بست بتلات" },
  "Chaand Raat Namoona Masalay": {
    file: "chaand",
    en: "A yellow crescent and a star in the night",
    ar: "هلال أصفر ونجمة في الليل",
  },
  "Kampung Teladan Roti": { file: "kampung", en: "A home with a white roof, on brown", ar: "بيت بسقف أبيض على بني" },
  "Crescent Vale Demo Butchers Co": {
    file: "crescent",
    en: "A white crescent over two hills, on dark red",
    ar: "هلال أبيض فوق تلّين على أحمر داكن",
  },
  "Zaytouna Wadi Demo Dairy": { file: "zaytouna", en: "An olive twig on green", ar: "غصن زيتون على أخضر" },
  "Noor Botanica Sample": { file: "noor", en: "A blue drop with a leaf", ar: "قطرة زرقاء فيها ورقة" },
};

export const logoPath = ({ file }: Logo): string => `features/catalogue/brands/api/samples/${file}.webp`;
