/** A client has one main contact at most. */
export const principalFaults = (
  contacts: readonly { readonly principal?: boolean }[],
): Record<string, string> => {
  const main = contacts.flatMap(({ principal }, index) => (principal === true ? [index] : []))
  return Object.fromEntries(
    main.slice(1).map((index) => [`contacts[${index}].principal`, 'Un seul contact peut être le principal.']),
  )
}
