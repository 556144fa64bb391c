import Type, { type TProperties } from 'typebox'

/** A named object: the fields that it declares, and no other. */
export const object = <T extends TProperties>(name: string, description: string, fields: T) =>
  Type.Object(fields, { $id: name, additionalProperties: false, description })
