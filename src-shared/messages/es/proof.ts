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
  coversBody: 'cubre este contenido; verifíquela con las claves publicadas',
  coversHash:
    'cubre un contenido con este hash; el comprobante no incluye el contenido, así que el estado y los ID no se pueden verificar',
  notCovered: 'la firma del socio no cubre este evento',
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
  whatItShows: 'Qué demuestra este comprobante y qué no',
  shows:
    'Demuestra lo que registró la computadora del corredor, y que nadie editó, quitó ni movió un registro después de la firma. De los eventos cuya firma cubre el contenido, demuestra también que el socio financiero firmó exactamente eso: estado, ID y hora.',
  doesNotShow:
    'No demuestra que la computadora haya registrado la verdad, ni todo. Su dueño puede omitir registros o escribir otros, y firmarlos de nuevo. Lo que dice el corredor, las horas de los registros y los eventos que la firma del socio no cubre dependen solo del corredor.',
  howToCheck: 'Cómo verificar este comprobante',
  lettersReplaced:
    'Las letras que este documento no puede mostrar se escriben con su número, como [U+4E2D]. El comprobante adjunto contiene los nombres tal como son.',
  footer: (entries, device) =>
    `Funding Desk · ${plural(entries, '1 registro', (n) => `${n} registros`)} · dispositivo ${device}`,
  chained:
    'Cada registro contiene el hash del anterior (SHA-256 sobre JSON canónico, RFC 8785), y el dispositivo firmó el último (Ed25519). Así, ningún registro se puede editar, quitar, mover o cortar sin que se note. El comprobante mismo está adjunto a este documento como proof.json.',
  verify:
    'Guarde el adjunto y ejecute "npm run verify-proof -- proof.json" desde el código fuente de Funding Desk; no hace falta la aplicación. Compare la huella del dispositivo con una que el corredor le haya dado por otro medio: agregue "--fingerprint" y la huella. Agregue las claves publicadas del socio ("--jwks FILE"): solo entonces se comparan los eventos con las firmas del socio.',
  page: (place, of) => `Página ${place} de ${of}`,
  fileName: (name, day) => `Comprobante de envío ${name} ${day}`,
}
