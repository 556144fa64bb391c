import { type KeyObject, sign } from 'node:crypto'

/** A value in DER. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const length =
    content.length < 0x80
      ? Buffer.of(content.length)
      : content.length < 0x100
        ? Buffer.of(0x81, content.length)
        : Buffer.of(0x82, content.length >> 8, content.length & 0xff)
  return Buffer.concat([Buffer.of(tag), length, content])
}

const sequence = (...contents: Buffer[]) => der(0x30, ...contents)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))

/** A certificate of that EC key, signed by itself, in DER (RFC 5280). */
export function selfSigned({
  privateKey,
  publicKey,
}: {
  privateKey: KeyObject
  publicKey: KeyObject
}): Buffer {
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('antenne')))))
  const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('490101000000Z')))
  const serial = der(0x02, Buffer.of(1))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const body = sequence(serial, ecdsaWithSha256, name, validity, name, key)
  return sequence(body, ecdsaWithSha256, der(0x03, Buffer.of(0), sign('sha256', body, privateKey)))
}
