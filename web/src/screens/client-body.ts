import type { NouveauClient } from 'antenne-client'
import type { ClientDraft } from './client-draft.ts'

/** A number as people write it, in the form of the service: `07 00 00 00 01` is `+2250700000001`. */
export function phoneOf(text: string): string {
  const digits = text.replace(/[\s.()-]/g, '').replace(/^00/, '+')
  return /^\d{10}$/.test(digits) ? `+225${digits}` : digits
}

const given = <Value>(value: Value | '' | undefined): value is Value => value !== '' && value !== undefined
const present = <Part extends object>(part: Part) =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => given(value)))

/** A number with a decimal comma or point; what is none is sent as it is, and the service says so. */
export function numberOf(text: string): number | string {
  const number = Number(text.replace(',', '.').replace(/\s/g, ''))
  return text.trim() === '' || Number.isNaN(number) ? text.trim() : number
}

/** A whole amount, its thousands apart or not; what is none is sent as it is, and the service says so. */
export function amountOf(text: string): number | string {
  const digits = text.trim().replace(/\s/g, ' ')
  return /^(\d+|\d{1,3}([ .,])\d{3}(\2\d{3})*)$/.test(digits)
    ? Number(digits.replace(/\D/g, ''))
    : text.trim()
}

/** What is sent of a draft: what was filled in. */
export function bodyOf({ fields, contacts, sites }: ClientDraft): NouveauClient {
  const trimmed = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.trim()]))
  return {
    ...present({ ...trimmed, telephone: phoneOf(fields.telephone) }),
    ...(contacts.length > 0 && {
      contacts: contacts.map(({ id: _, ...contact }, index) => ({
        ...present({ ...contact, telephone: phoneOf(contact.telephone) }),
        principal: index === 0,
      })),
    }),
    ...(sites.length > 0 && {
      sites: sites.map(({ id: _, ...site }) =>
        present({ ...site, latitude: numberOf(site.latitude), longitude: numberOf(site.longitude) }),
      ),
    }),
  } as NouveauClient
}
