import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const form: (typeof en)['form'] = {
  mustConfirm: 'Confirme esto antes de enviar.',
  needed: (label) => `Falta: ${label}.`,
  rowsNeeded: (count, row) =>
    plural(
      count,
      `Se necesita al menos una entrada: ${row}.`,
      (n) => `Se necesitan al menos ${n} entradas: ${row}.`,
    ),
  inFuture: 'Esta fecha está en el futuro.',
  ownedTogether: (total) => `Las participaciones suman ${total} %. El máximo es 100 %.`,
  tooLong: (label, most) =>
    `${label}: demasiado largo${most === undefined ? '' : `, a lo sumo ${most} caracteres`}.`,
  chooseOne: 'Elija una opción de la lista.',
  notInOrder: (label) => `${label}: no es válido.`,
  between: (label, min, max) => `${label}: debe estar entre ${min} y ${max}.`,
  atLeast: (label, min) => `${label}: al menos ${min}.`,
  atMost: (label, max) => `${label}: a lo sumo ${max}.`,
  outOfRange: (label) => `${label}: fuera de rango.`,
  foreignLetter: (letter) =>
    `El socio financiero no acepta “${letter}” aquí. Use letras simples sin acentos.`,
  email: 'Escriba un correo electrónico como nombre@ejemplo.com.',
  state: 'Elija un estado.',
  zip: 'Escriba un código postal de cinco dígitos, o de nueve como 12345-6789.',
  website: 'Escriba una dirección como ejemplo.com.',
  yesOrNo: 'Elija sí o no.',
  unreadable: 'Este valor no es válido.',
  ein: 'Escriba un EIN de nueve dígitos, como 20-1234567.',
  ssn: 'Escriba un SSN de nueve dígitos, como 123-45-6789.',
  phone: 'Escriba un teléfono con diez dígitos, como (541) 555-0142.',
  phoneExtension: 'El socio financiero no acepta extensiones. Agréguela en las notas.',
  phoneForeign: 'El socio financiero solo acepta números de diez dígitos con código de país 1.',
  date: 'Escriba una fecha como 4/30/2019 o 30 de abril de 2019.',
  month: 'Escriba un mes como marzo de 2026 o 3/2026.',
  noSuchDay: 'Esta fecha no existe. Escriba primero el mes, como 4/30/2019.',
  yearOfFour: 'Esta fecha es demasiado antigua. Escriba el año con cuatro dígitos, como 1985.',
}
