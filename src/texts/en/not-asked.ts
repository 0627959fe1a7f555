/** Why a number of a pasted text is not asked of the service. */
export const notAskedTexts = {
  phone: 'a phone or dial-in number',
  bank: 'a bank account or card',
  tax: 'a tax or company register number',
  object: 'a company, deal, contact, project or person, by its text',
  reference: 'an order, invoice, customer or other reference',
  amount: 'an amount',
  moment: 'a date or time',
  link: 'another part of a link',
  field: 'the value of another field',
  groups: 'digits in groups, as in phone and account numbers',
  sameRecord: 'its record is asked by its id',
  zero: 'begins with 0, which no id does',
  length: 'as long as no id of a record here',
  ownerHere: 'a person on this computer',
  objectHere: 'a company, deal, ticket or project on this computer',
};
