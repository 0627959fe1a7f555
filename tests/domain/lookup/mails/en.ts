/** English mails as they are pasted, each with the ids that a person would look up. */
import { mail } from './mail.ts';

export const english = [
  mail(
    ['10008015770', '10008123401', '10008123402'],
    `Hi Tom,

could you check these three before I send the October invoice?
10008015770
10008123401
10008123402

The client is 12 Main Street, Springfield, IL 62704 if you need it. Call me on +1 (217) 555-0142.

Best,
Dana
--
Dana Whitfield | Finance | Tel 217-555-0142 | Fax 217-555-0199 | VAT GB123456789`,
  ),
  mail(
    ['10008015771'],
    `Dana,

this is the one: https://app.crm.example/contacts/28270412/record/2-123/10008015771
It says 7.5 h but we agreed on 6 ($1,050.00 instead of $1,312.50).

Tom`,
  ),
  mail(
    ['10008015772', '10008123410'],
    `On Tue, Nov 17, 2026 at 9:41 AM Dana Whitfield <dana@firm.example> wrote:
> Tom, the log #10008015772 is still unbilled.
> Can you also look at 10008123410?
>
> On Mon, Nov 16, 2026 at 5:02 PM Tom Okafor <tom@firm.example> wrote:
>> Which invoice was it, INV-2026-00417 or 00418?

It was INV-2026-00417, PO 4500012345.`,
  ),
  mail(
    ['28270412 -- 2026-03-20 04:22:15.536'],
    `Record 28270412 -- 2026-03-20 04:22:15.536 has no owner. Please assign it to Priya (owner 48213377).

Thanks
Sam`,
  ),
  mail(
    ['10008015773', '10008015774', '28270412 -- 2026-04-02 11:05:09.120'],
    `Hello,

we compared our list with yours. Missing on our side:

sys_object_id 10008015773
sys_object_id 10008015774
record id 28270412 -- 2026-04-02 11:05:09.120

Kind regards,
Ella Marsh
Marsh & Hill Ltd, Company No. 08123456, VAT No. GB 987 6543 21
10 Downing Road, London SW1A 2AA, T: 020 7946 0958`,
  ),
  mail(
    ['10008123420', '10008123421', '10008123422'],
    `ID\tTitle\tHours\tAmount\tCompany ID
10008123420\tWorkshop\t4.00\t720.00\t17304423983
10008123421\tCall\t0.50\t90.00\t17304423983
10008123422\tReview\t2.25\t405.00\t17999000111

Totals: 6.75 h, USD 1,215.00`,
  ),
  mail(
    ['10008123430'],
    `Please open this link:
https://click.mail.example/f/a/Zk3b~~/AAQRxQA~/https%3A%2F%2Fapp.crm.example%2Fcontacts%2F28270412%2Frecord%2F2-123%2F10008123430%3Futm_campaign%3D10000000042%26utm_source%3Dmail

You receive this message because you are subscribed. Unsubscribe: https://click.mail.example/u/10002003004?t=1774000000000`,
  ),
  mail(
    ['10008015775', '10008015776'],
    `Sam, 10008015775 and 10008015776 are duplicates (same day, same title). Which one stays? My vote: the first.

Sent from my iPhone`,
  ),
  mail(
    ['10008123440', '10008123441'],
    `{
  "status": "COMPLETE",
  "startedAt": "2026-11-17T09:41:00.000Z",
  "completedAt": "2026-11-17T09:41:00.125Z",
  "results": [
    {
      "id": "10008123440",
      "properties": {
        "a552213_assoc_record_id": "17999000111",
        "a552213_record_id": "28270412 -- 2026-05-04 08:00:00.001",
        "a552213_total_minutes": "90",
        "platform_owner_id": "48999001",
        "sys_createdate": "2026-05-04T08:00:00.001Z",
        "sys_object_id": "10008123440"
      },
      "createdAt": "2026-05-04T08:00:00.001Z",
      "updatedAt": "2026-05-05T10:10:10.010Z",
      "archived": false
    }
  ],
  "numErrors": 1,
  "errors": [
    {
      "status": "error",
      "category": "OBJECT_NOT_FOUND",
      "message": "Could not get some objects",
      "context": { "ids": ["10008123441"] }
    }
  ]
}`,
  ),
  mail(
    ['10008123450', '10008123451', '10008123452'],
    `From: Lee Park <lee@partner.example>
Sent: Thursday, November 12, 2026 4:18 PM
To: Billing <billing@firm.example>
Cc: Dana Whitfield
Subject: FW: Entries to correct [Case 10009998877]
Message-ID: <20261112161800.10008999111@mail.partner.example>

Please correct:
1. 10008123450 – should be 3 h
2. 10008123451 – not billable
3. 10008123452 – wrong client (should be Northwind, customer no. 1000423355)

Lee`,
  ),
  mail(
    ['10008123460'],
    `Hi all,

I moved entry 10008123460 to project 17304475915.

Join Zoom Meeting
https://example.zoom.test/j/85812345678?pwd=RkF0
Meeting ID: 858 1234 5678
Passcode: 442019
One tap mobile +13126266799,,85812345678#,,,,*442019# US (Chicago)`,
  ),
  mail(
    ['10008123470', '10008123471', '10008123472', '10008123473'],
    `Need these reopened: 10008123470/10008123471/10008123472, and if possible 10008123473 too.

Cheers, Mo`,
  ),
  mail(
    ['10008123480', '10008123481'],
    `Copied from the sheet:
="10008123480"\t="2026-11-02"\t="4.5"
="10008123481"\t="2026-11-03"\t="8"`,
  ),
  mail(
    ['10008123490'],
    `The record is at https://app.crm.example/contacts/28270412/objects/2-123/views/all/list?id=10008123490&after=10008555000 as far as I can see. Amount: 1 240,00 EUR.

Regards
Jo Byrne, Dublin 2, D02 X285, +353 1 555 0172`,
  ),
  mail(
    [],
    `Dear Sir or Madam,

please pay invoice 20261100417 of 17 November 2026 over $12,480.00 by 1 December.
IBAN GB33 BUKB 2020 1555 5555 55, SWIFT BUKBGB22, reference 10008017770-417.
Questions: +44 20 7946 0958 or 0800 123 4567.

Accounts`,
  ),
  mail(
    ['10008015777'],
    `> The entry that I mean is the long one, it is this one here I think: 10008
> 015777 and it was made by Ben.

Yes, that one. Approved.`,
  ),
  mail(
    ['10008123500', '10008123501'],
    `Content-Type: text/plain; charset=3D"utf-8"
Content-Transfer-Encoding: quoted-printable

Hi Dana, see https://app.crm.example/contacts/28270412/record/2-123/1000812=
3500 and https://app.crm.example/contacts/28270412/record?id=3D10008123501 =E2=80=93 both =
are wrong. Total =C2=A31,200.00.`,
  ),
  mail(
    ['10008123510', '10008123511', '10008123512'],
    `Where did these go: [10008123510], (10008123511) and "10008123512"? They were there on 2026-11-20 at 14:05.

Nina (nina.k1987@firm.example, ext. 4417)`,
  ),
  mail(
    ['10008015778', '9999812500'],
    `Two old ones for you, Priya: 10\u00a0008\u00a0015\u00a0778 and 9\u00a0999\u00a0812\u00a0500. They have no rate, should be $180/h.

Ken`,
  ),
  mail(
    ['10008123520'],
    `Ticket 17304462932 is done. I logged it under 10008123520 (2h 30m).
FedEx tracking 399812345678, parcel arrives 11/25/2026.`,
  ),
  mail(
    ['10008123530', '10008123531', '28270412 -- 2026-06-15 14:30:00.250'],
    `Reply above this line
-----
Hi support,
our export lacks 10008123530, 10008123531 as well as
28270412 -- 2026-06-15
14:30:00.250

Order #40012345678, account 1000556677, contract 2024-0091.
Phone (312) 555-0188.`,
  ),
  mail(
    ['10008123540'],
    `FYI https://nam02.safelinks.example/?url=https%3A%2F%2Fapp.crm.example%2Fcontacts%2F28270412%2Frecord%2F2-123%2F10008123540&data=05%7C02%7Cdana%40firm.example%7C10008777666%7C0%7C0%7C638674512345678901%7CUnknown&sdata=Zz%3D&reserved=0

and the company is https://app.crm.example/contacts/28270412/record/0-2/17999000222`,
  ),
  mail(
    ['10008123550', '10008123551'],
    `| Record object ID | Owner | Date | Hours |
|------------------|-------|------|-------|
| 10008123550 | 48213377 | 2026-11-03 | 3.25 |
| 10008123551 | 48214386 | 2026-11-04 | 1.00 |

Both look fine to me. DUNS 150483782, EIN 12-3456789.`,
  ),
  mail(
    [],
    `Hi Dana,

lunch on 11/26? I am in the office until 1:30 pm, then call me: 2175550142.
Your parcel 1Z999AA10123456784 came, too. Locker 10008, code 442019.

Tom`,
  ),
  mail(
    ['10008123560', '10008123561'],
    `Time entries without description:
• Time log 10008123560 (Priya, 3 Nov, 2 h, $360)
• Time log 10008123561 (Ken, 4 Nov, 1.5 h, $270)
Deal 17999000333 and contact 17999000334 are affected.
Support case 00417788990, phone 1-800-555-0199.`,
  ),
];
