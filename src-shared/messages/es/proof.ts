import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

const OUTCOMES = {
  received: 'recibida por el socio financiero',
  refused: 'rechazada por el socio financiero',
  not_received: 'no recibida',
  unknown: 'sin confirmar: no llegó respuesta',
}

const OUTCOMES_OF_DOCUMENT: typeof OUTCOMES = {
  received: 'recibido por el socio financiero',
  refused: 'rechazado por el socio financiero',
  not_received: 'no recibido',
  unknown: 'sin confirmar: no llegó respuesta',
}

export const proof: (typeof en)['proof'] = {
  device: 'Dispositivo',
  deviceUnknown: 'desconocido: el llavero no dio una clave',
  entryHash: 'Hash del registro',
  applicationSent: 'Solicitud enviada',
  sentHash: 'SHA-256 de los datos enviados',
  reason: 'Motivo',
  applicationAnswered: (outcome) => `Solicitud ${OUTCOMES[outcome]}`,
  applicationResolved: (arrived) =>
    arrived
      ? 'El corredor confirmó que la solicitud se recibió'
      : 'El corredor confirmó que la solicitud no se recibió',
  applicationFound: 'Solicitud encontrada en el socio financiero',
  how: 'Evidencia',
  documentFound: 'Documento encontrado en el socio financiero',
  documentSent: 'Documento enviado',
  documentAnswered: (outcome) => `Documento ${OUTCOMES_OF_DOCUMENT[outcome]}`,
  documentId: 'ID del documento',
  documentResolved: (arrived) =>
    arrived
      ? 'El corredor confirmó que el documento se recibió'
      : 'El corredor confirmó que el documento no se recibió',
  acceptanceSent: 'Aceptación de oferta enviada',
  acceptanceAnswered: (outcome) => `Aceptación de oferta ${OUTCOMES[outcome]}`,
  acceptanceFound: 'La oferta consta como aceptada en el socio financiero',
  acceptanceResolved: (accepted) =>
    accepted
      ? 'El corredor confirmó que la aceptación de la oferta se recibió'
      : 'El corredor confirmó que la aceptación de la oferta no se recibió',
  offer: 'Oferta',
  amount: 'Monto',
  continued: 'Continuado en otro dispositivo, o después de crearse su clave',
  event: (status) => `Evento del socio financiero: ${status}`,
  eventId: 'ID del evento',
  saidAt: 'Informado por el socio financiero el',
  eventBodyHash: 'SHA-256 del contenido del evento',
  signature: 'Firma',
  coversBody: 'cubre este contenido; verifíquela con las claves publicadas',
  coversHash:
    'cubre un contenido con este hash; el comprobante no incluye el contenido, así que el estado y los ID no se pueden verificar',
  notCovered: 'la firma del socio financiero no cubre este evento',
  fileOf: (name, kind, size) => `${name} (${kind}, ${plural(size, '1 byte', (n) => `${n} bytes`)})`,
  file: 'Archivo',
  fileHash: 'SHA-256 del archivo',
  titleOf: (name) => `Comprobante de envío: ${name}`,
  attachment: 'Datos del comprobante para npm run verify-proof',
  title: 'Comprobante de envío',
  applicant: 'Solicitante',
  notNamed: 'sin nombre',
  reference: 'Referencia',
  noneYet: 'aún ninguno',
  environment: 'Entorno',
  madeAt: 'Creado el',
  fingerprint: 'Huella del dispositivo',
  lastHash: 'Hash del último registro',
  whatItShows: 'Qué demuestra este comprobante y qué no',
  shows:
    'Demuestra lo que registró la computadora del corredor, y que nadie editó, quitó ni movió un registro después de la firma. De los eventos cuya firma cubre el contenido, demuestra también que el socio financiero firmó exactamente eso: estado, ID y hora.',
  doesNotShow:
    'No demuestra que los registros de la computadora sean ciertos o estén completos. Su dueño puede omitir registros o escribir otros, y firmarlos de nuevo. Lo que dice el corredor, las horas de los registros y los eventos que la firma del socio financiero no cubre dependen solo del corredor.',
  howToCheck: 'Cómo verificar este comprobante',
  footer: (entries, device) =>
    `Funding Desk · ${plural(entries, '1 registro', (n) => `${n} registros`)} · dispositivo ${device}`,
  chained:
    'Cada registro contiene el hash del anterior (SHA-256 sobre JSON canónico, RFC 8785), y el dispositivo firmó el último (Ed25519). Así se detecta todo registro editado, quitado, movido o cortado. Los datos del comprobante están adjuntos a este documento como proof.json.',
  verify:
    'Guarde el adjunto y ejecute "npm run verify-proof -- proof.json" desde el código fuente de Funding Desk; no hace falta la aplicación. Compare la huella del dispositivo con una que el corredor le haya dado por otro medio: agregue "--fingerprint" y la huella. Agregue las claves publicadas del socio financiero ("--jwks FILE") para verificar los eventos con las firmas del socio financiero.',
  page: (place, of) => `Página ${place} de ${of}`,
  fileName: (name, day) => `Comprobante de envío ${name} ${day}`,
}
