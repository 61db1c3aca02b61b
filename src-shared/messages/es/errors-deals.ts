import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const errorsDeals: (typeof en)['errorsDeals'] = {
  isQueued: (isApplication) =>
    isApplication ? 'Esta solicitud está en cola.' : 'Este documento está en cola.',
  cancelFirst: 'Primero cancele el envío.',
  alreadySent: (isApplication) =>
    isApplication
      ? 'Esta solicitud ya se envió. Aún no hay respuesta.'
      : 'Este documento ya se envió. Aún no hay respuesta.',
  waitForEnd: 'Espere a que termine.',
  notKnown: (isApplication) =>
    isApplication
      ? 'No se ha confirmado si el socio financiero recibió esta solicitud.'
      : 'No se ha confirmado si el socio financiero recibió este documento.',
  confirmDeliveryToAvoidDuplicate: 'Primero confirme si se recibió, para que no se envíe dos veces.',
  alreadyReceived: (isApplication) =>
    isApplication
      ? 'El socio financiero ya recibió esta solicitud.'
      : 'El socio financiero ya recibió este documento.',
  sendMoreDocuments: 'Envíe más documentos desde el expediente.',
  sendingCancelled: 'Usted canceló el envío.',
  notBeingSent: (isApplication) =>
    isApplication ? 'Esta solicitud no se está enviando.' : 'Este documento no se está enviando.',
  openAndSee: 'Abra el expediente de nuevo para ver su estado actual.',
  appEnded: (isApplication) =>
    isApplication
      ? 'La aplicación se cerró mientras se enviaba esta solicitud.'
      : 'La aplicación se cerró mientras se enviaba este documento.',
  queuedAtBackup: (isApplication) =>
    isApplication
      ? 'Esta solicitud estaba en cola cuando se creó la copia de seguridad. Es posible que se haya enviado después.'
      : 'Este documento estaba en cola cuando se creó la copia de seguridad. Es posible que se haya enviado después.',
  searchedNotResent: 'La aplicación consulta al socio financiero y nunca vuelve a enviarlo automáticamente.',
  applicationQueued: 'Esta solicitud está en cola.',
  beingSent: 'La solicitud se está enviando en este momento.',
  receivedNoChange: 'El socio financiero recibió esta solicitud, así que ya no se puede cambiar.',
  applicationNotKnown: 'No se ha confirmado si el socio financiero recibió esta solicitud.',
  notNow: 'Este borrador no se puede cambiar ahora.',
  confirmDelivery: 'Primero confirme si se recibió.',
  changeNotSaved: 'Su cambio no se guardó.',
  nothingToShow: 'Este campo está vacío.',
  closeAndOpen: 'Cierre el expediente y ábralo de nuevo.',
  noSuchField: 'El cambio era para un campo que este formulario no tiene.',
  nothingTo: (what) =>
    what === 'undo'
      ? 'No hay nada que deshacer en este borrador.'
      : 'No hay nada que rehacer en este borrador.',
  nothingChanged: 'No se cambió nada.',
  notAtService: 'El socio financiero aún no ha recibido esta solicitud.',
  submitFirst: 'Envíela primero.',
  fieldsNeed: (count) =>
    plural(count, '1 campo requiere atención.', (n) => `${n} campos requieren atención.`),
  completeAndSubmit: 'Complete los campos marcados y envíela de nuevo.',
  orphansUnseen: (count) =>
    plural(
      count,
      'El formulario cambió, y 1 valor que ingresó ya no tiene campo.',
      (n) => `El formulario cambió, y ${n} valores que ingresó ya no tienen campo.`,
    ),
  openAndSubmit: 'Abra el expediente y revíselos; después envíelo.',
  duplicateSent: 'Otro expediente del mismo cliente ya se envió o está por enviarse.',
  lookAtDuplicate: 'Revíselo primero. Aun así puede enviar este.',
  submitApplicationFirst: 'Envíe primero la solicitud.',
  idMissing: 'Falta el ID de la solicitud.',
  askForId: 'Pídalo al socio financiero e ingréselo aquí.',
  idOfOther: (name) => `Este ID de solicitud pertenece a otro expediente, ${name}.`,
  idTaken: 'Este ID de solicitud pertenece a otro expediente.',
  idOfDeleted: 'Este ID de solicitud perteneció a un expediente que se eliminó definitivamente.',
  idDeletedAnswered: (application_id) =>
    `El socio financiero devolvió el ID de solicitud ${application_id}, que perteneció a un expediente que se eliminó definitivamente.`,
  idTakenAnswered: (application_id, name) =>
    `El socio financiero devolvió el ID de solicitud ${application_id}, que ya pertenece a otro expediente, ${name}.`,
  idTakenAdvice:
    'No se envió ningún documento. Pregunte al socio financiero qué solicitud corresponde a este expediente y luego elija abajo.',
  idWithdrawn: (application_id, name) =>
    `Dos expedientes tenían el ID de solicitud ${application_id}. Lo conserva el que se envió primero, ${name}.`,
  idWithdrawnAdvice:
    'Es posible que documentos de este expediente hayan llegado a esa solicitud. Pregunte al socio financiero qué solicitud corresponde a este expediente y luego elija abajo.',
  askForThisId: 'Pida al socio financiero el ID de este.',
  leftQueue: 'Este documento salió de la cola sin enviarse.',
  failedWhileSending: 'Algo falló en la aplicación mientras se enviaba.',
  askPartner: 'Pregunte al socio financiero antes de enviarlo de nuevo.',
  unnamedDeal: 'un expediente sin nombre',
  nothingSent: 'Todavía no se ha enviado nada de este expediente.',
  submitForProof: 'Envíelo primero para obtener un comprobante.',
  entryChanged: (entry) => `El registro ${entry} de este comprobante se modificó después de escribirse.`,
  restoreBefore: 'Restaure una copia de seguridad anterior al daño. El expediente mismo no está afectado.',
  kindUnknown: 'Este tipo de documento no está en el perfil.',
  chooseOfList: 'Elija uno de la lista.',
  documentQueued: 'Este documento está en cola.',
  documentAlreadySent: 'Este documento ya se envió.',
  attachAnother: 'Adjunte otro archivo si este no es correcto.',
  offerGone: 'Esta oferta ya no existe.',
  offersGone: 'Estas ofertas ya no existen.',
  offerUnknown: 'El socio financiero no conoce esta oferta.',
  offerExpired: 'Esta oferta venció.',
  offerClosed: 'Esta oferta ya no está abierta.',
  askForNewOffer: 'Pida una nueva al socio financiero.',
  refreshOffers: 'Actualice las ofertas.',
  offerAccepted: 'Usted ya aceptó una oferta de este expediente.',
  acceptanceKnown: 'Ya se conoce el resultado de esta aceptación.',
  acceptanceUnknown: 'No se ha confirmado si el socio financiero recibió una aceptación.',
  offersShowSoon: 'Actualice las ofertas en un minuto para ver el resultado.',
  notFunded: 'Este expediente no se financió o ya no existe aquí.',
  lookInPipeline: 'Búsquelo en la Cartera.',
  creditBoxUnreadable: 'Esta versión de la aplicación no puede leer los criterios guardados.',
  enterCreditBoxAgain: 'Vaya a Ajustes e ingréselos de nuevo.',
  checklistItemGone: 'Este requisito ya no está en la lista.',
  chooseAnother: 'Elija otra.',
}
