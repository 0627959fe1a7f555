/** German mails as they are pasted, each with the ids that a person would look up. */
import { mail } from './mail.ts';

export const german = [
  mail(
    ['10008015770', '10008223401'],
    `Hallo Frau Berger,

bitte prüfen Sie die Einträge 10008015770 und 10008223401. Der Betrag von 1.234,56 € stimmt nicht.

Mit freundlichen Grüßen
Jonas Keller

Keller & Partner GmbH · Torstraße 12 · 10119 Berlin
Tel. +49 30 12345678 · Mobil 0151 23456789 · Fax 030/12345679
HRB 123456 B, Amtsgericht Charlottenburg · USt-IdNr. DE123456789
IBAN DE89 3704 0044 0532 0130 00 · BIC COBADEFFXXX`,
  ),
  mail(
    ['10008223410'],
    `Moin,

hier der Link: <https://app.crm.example/contacts/28270412/record/2-123/10008223410>
Rechnungsnummer: 2026110417
Kundennummer: 1000801577

Gruß
Timo`,
  ),
  mail(
    ['10008223420', '10008223421', '10008223422'],
    `Von: Petra Lang <lang@kunde.example>
Gesendet: Mittwoch, 18. November 2026 10:32
An: Buchhaltung
Betreff: WG: Stunden Oktober (Vorgang 10009112233)

Folgende Zeiten fehlen auf der Rechnung:
- 10008223420
- 10008223421
- 10008223422

Bestellung 4500098765, Lieferschein 8000123456.`,
  ),
  mail(
    ['28270412 -- 2026-03-20 04:22:15.536', '28270412 -- 2026-03-21 09:10:11.007'],
    `Liebe Kollegen,

doppelt angelegt sind
28270412 -- 2026-03-20 04:22:15.536
28270412 – 2026-03-21 09:10:11.007
Bitte löschen. Danke!

Svenja`,
  ),
  mail(
    ['10008015771', '28270412 -- 2026-07-01 07:00:00.000'],
    `Am 19.11.2026 um 08:15 schrieb Timo Harms:
> Zu 10008015771 habe ich eine Frage, ebenso zu 28270412 --
> 2026-07-01 07:00:00.000 (der gleiche Kunde).

Beides ist richtig so, 2,5 Std. à 120,00 EUR = 300,00 EUR.`,
  ),
  mail(
    ['10008223430', '10008223431'],
    `Datensatz-ID\tMitarbeiter\tDatum\tStunden\tBetrag
10008223430\tBerger\t03.11.2026\t4,00\t480,00
10008223431\tHarms\t04.11.2026\t1,25\t150,00
Summe\t\t\t5,25\t630,00`,
  ),
  mail(
    [],
    `Sehr geehrte Damen und Herren,

hiermit kündige ich den Vertrag Nr. 10007654321 zum 31.12.2026.
Meine Steuernummer lautet 12/345/67890, meine Steuer-ID 12345678903.
Erreichbar bin ich unter 01512 3456789 oder (0 30) 901 82 0.

Hochachtungsvoll
Dr. K. Weiß, 80331 München`,
  ),
  mail(
    ['10008223440'],
    `Kurze Info: der Zeiteintrag 10008­223­440 gehört zum Deal 17304449949.

VG
Mira`.replaceAll('­', '\u00ad'),
  ),
  mail(
    ['10008223450', '10008223451'],
    `Hallo Timo, ID: 10008223450 (Workshop) und ID: 10008223451 (Nacharbeit). Unser Zeichen: 2026/10008/417.

Beste Grüße
i. A. Nora Vogt
Telefon: 089 1234567-89
Ust-ID: DE 987 654 321`,
  ),
  mail(
    ['10008223460', '10008223461'],
    `Die beiden Einträge (10008223460; 10008223461) wurden am 20.11.2026 um 14:05 Uhr geändert. Ansprechpartner: Owner 48214386.

Kd.-Nr. 10023456789 | Auftrags-Nr. 10034567890`,
  ),
  mail(
    ['10008223470'],
    `Bitte freigeben:
https://app.crm.example/contacts/28270412/record/2-123/100082
23470
Danke`,
  ),
  mail(
    ['10008015772', '10008015773'],
    `Anbei die Nummern, die in Excel so aussehen: ="10008015772" und ="10008015773". Sollen 2.400,00 € ergeben, sind aber 2.040,00 €.

Kontonummer 1234567890, BLZ 37040044`,
  ),
  mail(
    ['10008223480', '10008223481', '10008223482'],
    `Zu klären (Stand 23.11.):
1) 10008223480 -> 3,0 h statt 2,0 h
2) 10008223481 -> Storno
3) 10008223482 -> Kunde falsch

Rückfragen gern an 0421 98765432.`,
  ),
  mail(
    ['10008223490'],
    `Teams-Besprechung
Besprechungs-ID: 345 678 901 23
Kennung: Ab9xQ2
Per Telefon: +49 69 365057,,12345678901# Germany, Frankfurt
Telefonkonferenz-ID: 12345678901#

Thema: Eintrag 10008223490 (Abrechnung November)`,
  ),
  mail(
    ['10008223500', '10008223501'],
    `> > Fehlt noch etwas?
> Ja: 10008223500
> und 10008223501, beide vom 12. November.
Erledigt, danke! Sendungsnummer 00340434161094022115`,
  ),
  mail(
    ['10008223510'],
    `Hallo zusammen,
laut Protokoll: GET /service/v1/timelogs?limit=100&after=10008223999 => letzter Datensatz 10008223510 (HTTP 200, 1.204 ms).
Zeitstempel 1774000000000, Prozess 31337.`,
  ),
  mail(
    ['10008223520', '10008223521'],
    `Unternehmen 17304436966, Einträge: #10008223520, #10008223521.
Stundensatz 135 €, netto 945,00 €, MwSt. 19 %, brutto 1.124,55 €.`,
  ),
  mail(
    ['10008015774'],
    `Bitte den Eintrag 10 008 015 774 stornieren – die Rechnung RE-10008015999 ist schon raus.

Gruß, Ali
+49 (0)171 2345678`.replaceAll('10 008 015 774', '10\u202f008\u202f015\u202f774'),
  ),
  mail(
    ['10008223530', '10008223531', '10008223532'],
    `Einträge ohne Beschreibung
ID
Wer
Stunden
10008223530
Berger
4
10008223531
Harms
2,5
10008223532
Vogt
8
Gesamt
14,5`,
  ),
  mail(
    ['10008223540'],
    `Automatische Antwort: Ich bin bis 30.11.2026 nicht im Haus. In dringenden Fällen: 030 12345670.

-----Ursprüngliche Nachricht-----
Betreff: AW: Zeit 10008223540
Ticket#2026111810000456`,
  ),
  mail(
    ['10008223550', '10008223551'],
    `Hi Jonas, der Export sagt: 10008223550|10008223551|17304423983|48213377 – die letzten zwei sind Firma und Person, oder?`,
  ),
  mail(
    ['10008223560'],
    `Link aus dem Newsletter-Tool:
https://t.mail.example/c/eJx1/28270412/?r=https%253A%252F%252Fapp.crm.example%252Fcontacts%252F28270412%252Frecord%252F2-123%252F10008223560&cid=10009000111&mid=10009000112
Impressum: Muster AG, HRB 654321, WEEE-Reg.-Nr. DE 12345678`,
  ),
  mail(
    ['10008223570', '28270412 -- 2026-08-11 16:45:30.900'],
    `Liebe Nora,

Objekt 10008223570 (Record ID: "28270412 -- 2026-08-11 16:45:30.900", ein anderer Eintrag) hat 0 Minuten.
Vertragskonto 2100 0123 4567, Zählernummer 1EMH0012345678.

LG Mira`,
  ),
  mail(
    [],
    `Rechnung Nr. 10008000417
Rechnungsdatum: 17.11.2026
Kunden-Nr.: 10008000042
Pos. Menge Text Einzelpreis Gesamt
1 12,00 Beratung 120,00 1.440,00
2 3,50 Reise 60,00 210,00
Zwischensumme 1.650,00 EUR
Zahlbar bis 01.12.2026 auf IBAN DE02120300000000202051`,
  ),
  mail(
    ['10008015775', '10008223580'],
    `Hallo, nach dem Umzug (50667 Köln) finde ich 10008015775
nicht mehr, 10008223580 auch nicht. Geburtsdatum brauche ich nicht ;-)

Rufnummer 49301234567`,
  ),
];
