/** French mails as they are pasted, each with the ids that a person would look up. */
import { mail } from './mail.ts';

export const french = [
  mail(
    ['10008015770', '10008323401'],
    `Bonjour Claire,

Peux-tu vérifier les saisies 10008015770 et 10008323401 ? Le montant devrait être de 1\u202f234,56\u00a0€.

Cordialement,
Hugo Martin
12 rue de la Paix, 75002 Paris
Tél. : 01 23 45 67 89 – Port. : 06 12 34 56 78
SIRET 732 829 320 00074 – TVA FR 40 303265045`,
  ),
  mail(
    ['10008323410'],
    `Voici le lien : https://app.crm.example/contacts/28270412/record/2-123/10008323410?interaction=note
Facture n° 2026110417, commande n° 4500023456.

Merci, Léa`,
  ),
  mail(
    ['10008323420', '10008323421'],
    `Le mar. 17 nov. 2026 à 09:41, Hugo Martin <hugo@client.example> a écrit :
> Bonjour,
> il manque n° 10008323420 et n° 10008323421.
> Mon portable : +33 6 12 34 56 78

C'est corrigé.`,
  ),
  mail(
    ['28270412 -- 2026-03-20 04:22:15.536', '10008323430'],
    `Deux saisies à supprimer :
– 28270412 -- 2026-03-20 04:22:15.536
– 10008323430
Bonne journée`,
  ),
  mail(
    ['10008323440', '10008323441'],
    `Identifiant\tCollaborateur\tDate\tHeures\tMontant HT
10008323440\tMartin\t03/11/2026\t4,00\t480,00 €
10008323441\tDurand\t04/11/2026\t1,25\t150,00 €
Total\t\t\t5,25\t630,00 €`,
  ),
  mail(
    [],
    `Madame, Monsieur,

Veuillez régler la facture 10008000418 d'un montant de 10 008 015,77 € avant le 30/11/2026.
IBAN : FR76 3000 6000 0112 3456 7890 189 – BIC AGRIFRPP
N° de client : 10023400567. N° de sécurité sociale : 1 85 05 78 006 084 36.

Le service comptable – 01.23.45.67.89`,
  ),
  mail(
    ['10008015771'],
    `Salut, la saisie 10\u00a0008\u00a0015\u00a0771 est en double (3 h 30, 420 €).

Inès`,
  ),
  mail(
    ['10008323450', '10008323451', '10008323452'],
    `De : Léa Bernard
Envoyé : jeudi 12 novembre 2026 16:18
À : facturation@firme.example
Objet : TR: temps à corriger (dossier 10009445566)

1. 10008323450 : 3 h au lieu de 2 h
2. 10008323451 : non facturable
3. 10008323452 : mauvais client`,
  ),
  mail(
    ['10008323460'],
    `Merci de valider https://app.crm.example/contacts/28270412/record/2-123/
10008323460 avant 18h.

Réunion Zoom : ID de réunion : 912 3456 7890, code secret : 112233`,
  ),
  mail(
    ['10008323470', '10008323471'],
    `Les enregistrements « 10008323470 » et « 10008323471 » n'ont pas de propriétaire (owner 48215395 ?).

Standard : 0 820 123 456`,
  ),
  mail(
    ['10008323480'],
    `Suivi Colissimo 6A12345678901, prévu le 25/11.
Et pour le temps : identifiant 10008323480, entreprise 17304423983.

Amicalement
Paul`,
  ),
  mail(
    ['10008323490', '28270412 -- 2026-09-09 09:09:09.090'],
    `> Bonjour Paul, je ne trouve pas 10008323490 ni
> 28270412 -- 2026-09-09 09:09:09.090 dans mon export.

Ils sont archivés.`,
  ),
  mail(
    ['10008323500', '10008323501'],
    `10008323500/10008323501 : à refacturer. Bon de commande 10012312312.

Hugo`,
  ),
  mail(
    ['10008323510'],
    `Suite à notre appel de 14h05 (durée 00:32:10, poste 4417), la saisie concernée est la 10008323510.

Service client 09 69 32 33 34`,
  ),
  mail(
    ['10008015772', '10008015773'],
    `="10008015772";="Audit";="4,5"
="10008015773";="Conseil";="2"`,
  ),
  mail(
    ['10008323520'],
    `Bonjour,
la référence de dossier est 2026-11-417 ; l'identifiant de l'enregistrement est le suivant : 10008323520.
N° SIREN 732829320, code APE 6202A, capital 10 000 000 €.`,
  ),
  mail(
    ['10008323530', '10008323531'],
    `Contenu copié du tableau :
| N° | ID | Client | Heures |
| 1 | 10008323530 | 17304436966 | 2 |
| 2 | 10008323531 | 17304436966 | 3,5 |`,
  ),
  mail(
    ['10008323540'],
    `Lien de suivi : https://url1234.mail.example/ls/click?upn=u001.2Fx&redirect=https%3A%2F%2Fapp.crm.example%2Fcontacts%2F28270412%2Frecord%2F2-123%2F10008323540&uid=10005556667

Se désabonner : https://url1234.mail.example/uns?uid=10005556667`,
  ),
  mail(
    ['10008323550'],
    `Notre projet 17304475915 : la saisie 10008323550 est à 0 €, le tarif journalier est de 850 €.

Téléphone 33123456789 / fax 33123456780`,
  ),
  mail(
    [],
    `Absence du 23/11/2026 au 27/11/2026. Urgences : 06.98.76.54.32 ou 0033 1 98 76 54 32.
Numéro de commande : 10045645645
Numéro de colis : 10078978978`,
  ),
  mail(
    ['10008323560', '10008323561'],
    `{"results":[{"id":10008323560,"properties":{"a552213_title":"Audit","a552213_assoc_record_id":"17999000555"},"archived":false},{"id":10008323561,"properties":{"a552213_title":"Appel 0123456789"},"archived":false}],"paging":{"next":{"after":"10008323561","link":"https://service.example/service/v1/timelogs?limit=2&after=10008323561"}}}`,
  ),
  mail(
    ['10008323570'],
    `Content-Transfer-Encoding: quoted-printable

Bonjour, la saisie 100083=
23570 est =C3=A0 revoir (montant 1=E2=80=AF200,00 =E2=82=AC).`,
  ),
  mail(
    ['10008015774', '9999812501'],
    `Claire, voir 10008015774 (oct.) et 9999812501 (ancien). Le devis D-2026-0417 reste valable.`,
  ),
  mail(
    ['10008323580', '10008323581', '10008323582'],
    `À reprendre :
* temps 10008323580
* temps 10008323581
* temps 10008323582

Contrat n° 10011122233 – échéance 31/12/2026 – mandat RUM 10099887766`,
  ),
  mail(
    ['10008323590'],
    `Bonjour, j'ai reçu « Objet introuvable : 10008323590 » ce matin à 8 h 12. Une idée ?

Nadia Petit
Responsable paie – Petit & Fils SARL – 69003 Lyon – RCS Lyon 303 265 045`,
  ),
];
