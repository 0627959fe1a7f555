/** Dutch mails as they are pasted, each with the ids that a person would look up. */
import { mail } from './mail.ts';

export const dutch = [
  mail(
    ['10008015770', '10008423401'],
    `Hoi Sanne,

kun je 10008015770 en 10008423401 nakijken? Het bedrag (€ 1.234,56) klopt niet.

Groet,
Bram de Vries
De Vries Advies B.V. | Keizersgracht 12 | 1015 CX Amsterdam
T 020 123 45 67 | M 06-12345678 | KvK 12345678 | btw NL123456789B01
IBAN NL91 ABNA 0417 1643 00`,
  ),
  mail(
    ['10008423410'],
    `Zie https://app.crm.example/contacts/28270412/record/2-123/10008423410/ – factuurnummer 20261100419, ordernummer 10034534534.`,
  ),
  mail(
    ['10008423420', '10008423421'],
    `Op di 17 nov 2026 om 09:41 schreef Bram de Vries <bram@klant.example>:
> Beste Sanne,
> uren 10008423420 en 10008423421 staan niet op de factuur.
> Bel me op +31 6 12345678.

Klopt, komt eraan.`,
  ),
  mail(
    ['28270412 -- 2026-03-20 04:22:15.536', '28270412 -- 2026-10-01 12:00:00.001'],
    `Dubbel: 28270412 -- 2026-03-20 04:22:15.536 en 28270412 -- 2026-10-01 12:00:00.001. Welke blijft?`,
  ),
  mail(
    ['10008423430', '10008423431'],
    `Record-ID\tMedewerker\tDatum\tUren\tBedrag
10008423430\tDe Vries\t03-11-2026\t4,00\t€ 480,00
10008423431\tJansen\t04-11-2026\t1,25\t€ 150,00
Totaal\t\t\t5,25\t€ 630,00`,
  ),
  mail(
    [],
    `Geachte heer/mevrouw,

wij verzoeken u factuur 10008000419 (klantnummer 10023400568) te betalen vóór 01-12-2026: € 10.008,00.
Betalingskenmerk 1234 5678 9012 3456, rekening NL02ABNA0123456789.
BSN hebben wij niet nodig. Telefoon 0800-1234 of 088 123 4567.`,
  ),
  mail(
    ['10008423440', '10008423441', '10008423442'],
    `Van: Eva Jansen
Verzonden: donderdag 12 november 2026 16:18
Aan: facturatie@firma.example
Onderwerp: FW: uren corrigeren (zaak 10009667788)

1. 10008423440: 3 uur i.p.v. 2 uur
2. 10008423441: niet factureerbaar
3. 10008423442: verkeerde klant`,
  ),
  mail(
    ['10008015771', '10008015772'],
    `Uren-id's: 10008015771, 10008015772. Eigenaar is 48213377, bedrijf is 17304423983.

Mvg, Daan`,
  ),
  mail(
    ['10008423450'],
    `Wil je deze goedkeuren? https://app.crm.example/contacts/28270412/record/2-123/10008
> 423450
Bedankt!`,
  ),
  mail(
    ['10008423460', '28270412 -- 2026-02-28 23:59:59.999'],
    `> Ik mis 10008423460 en 28270412 -- 2026-02-28
> 23:59:59.999 in het overzicht.
Die staan er nu wel in (bijgewerkt 24-11-2026 08:00).`,
  ),
  mail(
    ['10008423470', '10008423471'],
    `10008423470/10008423471 zijn gesplitst; offerte 2026-0417, PO-nummer 10045600123.`,
  ),
  mail(
    ['10008423480'],
    `Teams-vergadering. Vergaderings-id: 345 678 901 23, toegangscode: aB3dE9
Inbellen: +31 20 123 4567,,98765432101# (telefonische conferentie-id: 987 654 321 01#)

Agenda: registratie 10008423480 bespreken`,
  ),
  mail(
    ['10008015773', '10008015774'],
    `Uit Excel gekopieerd:
="10008015773"
="10008015774"`,
  ),
  mail(
    ['10008423490'],
    `Track & trace 3SABCD1234567 / 10067867867. De urenregistratie is 10008423490, 2:30 uur.

Groeten uit 3011 AA Rotterdam`,
  ),
  mail(
    ['10008423500', '10008423501'],
    `| ID | Eigenaar | Uren |
|---|---|---|
| 10008423500 | 48214386 | 8 |
| 10008423501 | 48215395 | 6,5 |`,
  ),
  mail(
    ['10008423510'],
    `https://r.mail.example/tr/cl/AbC_dE/https%3A%2F%2Fapp.crm.example%2Fcontacts%2F28270412%2Frecord%2F2-123%2F10008423510%3Fa%3D1/10001112223/10001112224

Uitschrijven? Klik hier.`,
  ),
  mail(
    ['10008423520', '10008423521'],
    `De registraties 10008423520 t/m 10008423521 zijn op 23-11 aangepast. Relatienummer: 10098765432; polisnummer 10087654321.`,
  ),
  mail(
    ['10008015775'],
    `Het gaat om 10\u2011008\u2011015\u2011775, niet om de deal (17304449949).

Fijne dag
Lotte`,
  ),
  mail(
    ['10008423530'],
    `Deze dus: 1000\u200b8423\u200b530. Uurtarief € 110, totaal € 275,00 excl. btw.

Tel: 31201234567`,
  ),
  mail(
    [],
    `Ik ben afwezig t/m 30-11-2026. Bij spoed: 06 1234 5678 of 0031 20 765 43 21.
Zendingnummer 10055566677
Dossiernummer: 10044455566`,
  ),
  mail(
    ['10008423540', '10008423541'],
    `Hi Daan, gevonden in de log:
2026-11-23T10:15:00.123Z WARN record 10008423540 not found (attempt 3)
2026-11-23T10:15:02.456Z WARN record 10008423541 not found (attempt 3)
trace 10008423599112233445566778899000`,
  ),
  mail(
    ['10008423550', '10008423551', '10008423552'],
    `Nog te doen
- [ ] 10008423550
- [ ] 10008423551
- [x] 10008423552
Contact 17999000777 belt terug op 0612345678.`,
  ),
  mail(['10008423560'], `Beste, id = 10008423560; klant = 17999000888; hub = 28270412; versie 1.0.0.`),
  mail(
    ['10008423570', '10008423571'],
    `ID (sys_object_id): 10008423570
Company ID: 17999000999
ID (sys_object_id): 10008423571
Company ID: 17999000999
Gemaakt: 2026-11-04 09:00`,
  ),
  mail(
    ['10008015776', '10008423580'],
    `Van Bram: 10008015776 (mij bekend) en 10008423580 (mij niet bekend).
Rekeningnummer 0417164300, faxnummer 31207654321, meldnummer 10031231231.`,
  ),
];
