/** What the words before a number say that it is, in English, German, French and Dutch. Pure. */

const names = ['phone', 'bank', 'tax', 'object', 'reference'] as const;
export type Label = (typeof names)[number];

/** Each label has whole words, and beginnings of words. */
const words: Readonly<Record<Label, readonly [whole: string, beginnings: string]>> = {
  phone: [
    'phone call cell dial direct ext fax gsm handy mobile mobiel mob mobil office port portable poste sms tel tél whatsapp',
    'durchwahl fax rufnummer telef téléph teleph',
  ],
  bank: ['bic blz card carte iban', 'account bank compte karte konto rekening'],
  tax: ['btw bsn duns ein hrb kvk rcs siren siret ssn tax tin tva ust vat', 'steuer umsatzst ustid'],
  object: [
    'affaire deal deals hub portal user',
    'bedrij besitzer compan contact eigenaar eigentümer entreprise firma kontakt opportunit owner proje propriétaire société ticket unternehmen',
  ],
  reference: [
    'access case epoch inv kd pin passcode po ref réf rum trace zaak zoom',
    'aktenzeichen angebot auftrag bestell bestätig bevestig boeking booking buchung besprechung campagn campaign client colis commande conferen confirm contract contrat customer devis dossier employee factu invoice kampagne kenmerk kennung klant konferenz kund lieferschein mandat matricule meeting member offerte order paket pakket parcel police policy polis purchase quote rechnung referen référen relatie reservation réservation reservering réunion sendung serial shipment suivi telefonkonferenz timestamp tracking vergader vertrag vorgang workflow zeitstempel zending',
  ],
};
const joinAlternatives = (list: string) => list.replaceAll(' ', '|');
const wholeWord = joinAlternatives(
  Object.values(words)
    .map(([whole]) => whole)
    .join(' '),
);
const labels = names.map((label) => ({
  label,
  form: new RegExp(
    `^(?:(?:${joinAlternatives(words[label][0])})(?!\\p{L})|${joinAlternatives(words[label][1])})`,
    'iu',
  ),
}));
/** These are compounds that end in a word for number, except those that mean records. */
const NUMBERED = /^x-|^(?!datensatz|eintrag|log|objekt|record|registratie|uren|zeit)\p{L}{3,}-?(?:nummern?|nr)$/iu;
/** These words stand between the word that says what a number is and the number. */
const FILLER = /^(?:no|nr|n|num|numéro|numero|numbers?|nummern?|ids?|is|are|lautet|est|code|me)$/i;
const ABBREVIATION = new RegExp(`nr$|-no$|${FILLER.source}|^(?:${wholeWord})$`, 'i');
const MOST_FILLERS = 3;

/** @param before the text before a number, on its line */
export function readLabel(before: string): Label | undefined {
  const tokens = before.slice(-80).match(/\p{L}+(?:-\p{L}+)*|[.,;!?]/gu) ?? [];
  let fillers = 0;
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const token = tokens[at] ?? '';
    if (token === '.' && ABBREVIATION.test(tokens[at - 1] ?? '')) continue;
    if (FILLER.test(token) && fillers < MOST_FILLERS) fillers += 1;
    else return labels.find(({ form }) => form.test(token))?.label ?? (NUMBERED.test(token) ? 'reference' : undefined);
  }
  return undefined;
}
