/** Faults that are known: counted, not failed. Each entry goes when the service no longer has it. */
const known: readonly { readonly name: string; readonly fault: RegExp }[] = [
  { name: '304 to HEAD says content-length 0', fault: /^content-length of GET undefined, of HEAD 0$/ },
  {
    name: 'whoever hangs up is an error in the log',
    fault: /^in the log: .*"service_indisponible".*(Connection terminated|nobody waits)/,
  },
]

/** The name of a known fault, or undefined. */
export const knownFault = (fault: string): string | undefined =>
  known.find((one) => one.fault.test(fault))?.name

/** A CONNECT that goes on speaking after its answer is never let go: sent at once only, or the service could not be stopped. */
export const isKnownToStay = (bytes: Buffer): boolean => bytes.includes('CONNECT ')
