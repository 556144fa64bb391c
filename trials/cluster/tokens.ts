/** What all clients of the provider prove themselves with. */
export const SECRET = 'un secret de machine, assez long'

/** A token of that user, from the provider. */
export async function tokenOf(issuer: string, user: string): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: user,
      client_secret: SECRET,
      resource: 'urn:antenne',
      scope: 'lire',
    }),
  })
  if (!response.ok) throw new Error(`no token: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { access_token: string }).access_token
}
