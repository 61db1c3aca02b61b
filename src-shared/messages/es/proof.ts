import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

const OUTCOMES = {
  received: 'recibida por el servicio',
  refused: 'rechazada por el servicio',
  not_received: 'no recibida',
  unknown: 'sin respuesta: nadie sabe si llegó',
}

const OUTCOMES_OF_DOCUMENT: typeof OUTCOMES = {
  received: 'recibido por el servicio',
  refused: 'rechazado por el servicio',
  not_received: 'no recibido',
  unknown: 'sin respuesta: nadie sabe si llegó',
}

export const proof: (typeof en)['proof'] = {
  device: 'Dispositivo',
  deviceUnknown: 'no se conoce: su llavero no dio una clave',
  entryHash: 'Hash de este registro',
  applicationSent: 'Solicitud enviada',
  sentHash: 'SHA-256 de lo enviado',
  reason: 'Motivo',
  applicationAnswered: (outcome) => `Solicitud ${OUTCOMES[outcome]}`,
  applicationResolved: (arrived) =>
    arrived ? 'El corredor indicó que la solicitud llegó' : 'El corredor indicó que la solicitud no llegó',
  applicationFound: 'Solicitud encontrada en el servicio',
  how: 'Cómo',
  documentFound: 'Documento encontrado en el servicio',
  documentSent: 'Documento enviado',
  documentAnswered: (outcome) => `Documento ${OUTCOMES_OF_DOCUMENT[outcome]}`,
  documentId: 'ID del documento',
  documentResolved: (arrived) =>
    arrived ? 'El corredor indicó que el documento llegó' : 'El corredor indicó que el documento no llegó',
  acceptanceSent: 'Aceptación de una oferta enviada',
  acceptanceAnswered: (outcome) => `Aceptación de una oferta ${OUTCOMES[outcome]}`,
  acceptanceFound: 'La oferta consta como aceptada en el servicio',
  acceptanceResolved: (accepted) =>
    accepted
      ? 'El corredor indicó que la aceptación de una oferta llegó'
      : 'El corredor indicó que la aceptación de una oferta no llegó',
  offer: 'Oferta',
  amount: 'Monto',
  continued: 'Continuado por otro dispositivo, o después de crearse su clave',
  event: (status) => `Evento del servicio: ${status}`,
  eventId: 'ID del evento',
  saidAt: 'Indicado por el servicio el',
  eventBodyHash: 'SHA-256 de su contenido',
  signature: 'Firma',
  boundToBody: 'auténtica, y hecha exactamente para este contenido',
  notBound: 'auténtica; no dice para qué contenido',
  fileOf: (name, kind, size) => `${name} (${kind}, ${plural(size, '1 byte', (n) => `${n} bytes`)})`,
  file: 'Archivo',
  fileHash: 'SHA-256 del archivo',
  titleOf: (name) => `Comprobante de envío: ${name}`,
  attachment: 'El comprobante mismo, para npm run verify-proof',
  title: 'Comprobante de envío',
  applicant: 'Solicitante',
  notNamed: 'sin nombre',
  reference: 'Referencia',
  noneYet: 'aún ninguno',
  environment: 'Entorno',
  madeAt: 'Hecho el',
  fingerprint: 'Huella del dispositivo',
  lastHash: 'Hash del último registro',
  howToCheck: 'Cómo verificar este comprobante',
  lettersReplaced:
    'Las letras que este documento no puede mostrar se escriben con su número, como [U+4E2D]. El comprobante adjunto contiene los nombres tal como son.',
  foot: (entries, device) =>
    `Funding Desk · ${plural(entries, '1 registro', (n) => `${n} registros`)} · dispositivo ${device}`,
  chained:
    'Cada registro contiene el hash del anterior (SHA-256 sobre JSON canónico, RFC 8785), y el dispositivo firmó el último (Ed25519). Así, ningún registro se puede editar, quitar, mover o cortar sin que se note. El comprobante mismo está adjunto a este documento como proof.json.',
  verify:
    'Guarde el adjunto y ejecute "npm run verify-proof -- proof.json" desde el código fuente de Funding Desk; no hace falta la aplicación. Compare la huella del dispositivo con una que el corredor le haya dado por otro medio: agregue "--fingerprint" y la huella. Con las claves publicadas del servicio ("--jwks FILE") se verifican también sus firmas de los eventos.',
  page: (place, of) => `Página ${place} de ${of}`,
  fileName: (name, day) => `Comprobante de envío ${name} ${day}`,
}
