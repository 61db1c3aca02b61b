--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: append_events(text[], text[], timestamp with time zone[], text[], text[], text[], text[], bytea[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.append_events(environments text[], event_ids text[], received_ats timestamp with time zone[], senders text[], signatures text[], kids text[], verifications text[], raw_bodies bytea[]) RETURNS TABLE(outcome text, seq bigint)
    LANGUAGE plpgsql
    AS $$
  #variable_conflict use_column
  DECLARE
    before bigint;
  BEGIN
    -- A statement of its own: the next one then sees all that was committed while this one waited.
    SELECT last_seq INTO STRICT before FROM log FOR UPDATE;
    RETURN QUERY
    WITH incoming AS MATERIALIZED (
      SELECT given.*, id_hash(given.environment, given.event_id) AS id_hash,
        substring(sha256(given.raw_body) FROM 1 FOR 16) AS body_hash
      FROM unnest(
        environments, event_ids, received_ats, senders, signatures, kids, verifications, raw_bodies
      ) WITH ORDINALITY
        AS given (environment, event_id, received_at, sender, signature, kid, verification, raw_body, place)
    ), firsts AS (
      SELECT DISTINCT ON (id_hash) * FROM incoming ORDER BY id_hash, place
    ), unknown AS (
      INSERT INTO known_ids AS ids (environment, id_hash, body_hash, received_at)
      SELECT environment, id_hash, body_hash, received_at FROM firsts ORDER BY place
      ON CONFLICT DO NOTHING
      RETURNING ids.id_hash
    ), numbered AS (
      SELECT firsts.*, before + row_number() OVER (ORDER BY place) AS seq
      FROM firsts JOIN unknown USING (id_hash)
    ), stored AS (
      INSERT INTO events
        (seq, environment, event_id, received_at, sender, signature, kid, verification, raw_body)
      SELECT seq, environment, event_id, received_at, sender, signature, kid, verification, raw_body
      FROM numbered ORDER BY seq
    ), counted AS (
      UPDATE log SET last_seq = before + (SELECT count(*) FROM numbered)
    )
    SELECT
      CASE
        WHEN numbered.place = incoming.place THEN 'stored'
        WHEN coalesce(numbered.body_hash, known.body_hash) = incoming.body_hash THEN 'duplicate'
        ELSE 'conflict'
      END,
      numbered.seq
    FROM incoming
      LEFT JOIN numbered USING (id_hash)
      LEFT JOIN known_ids AS known USING (id_hash)
    ORDER BY incoming.place;
  END
  $$;


--
-- Name: id_hash(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.id_hash(text, text) RETURNS bytea
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
    SELECT substring(sha256(convert_to($1 || chr(10) || $2, 'UTF8')) FROM 1 FOR 12)
  $_$;


--
-- Name: tell_appended(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.tell_appended() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  BEGIN
    PERFORM pg_notify('relay_appended', environment || ' ' || max(seq)) FROM added GROUP BY environment;
    RETURN NULL;
  END
  $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: devices; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.devices (
    device_id text NOT NULL,
    name text NOT NULL,
    workstation text NOT NULL,
    environment text NOT NULL,
    token_hash text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    acked_seq bigint DEFAULT 0 NOT NULL,
    acked_at timestamp with time zone,
    replay_from bigint
);


--
-- Name: environments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.environments (
    name text NOT NULL,
    jwks_url text NOT NULL,
    sender_addresses text[] NOT NULL,
    purged_through bigint DEFAULT 0 NOT NULL
);


--
-- Name: events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events (
    seq bigint NOT NULL,
    environment text NOT NULL,
    event_id text NOT NULL,
    received_at timestamp with time zone NOT NULL,
    sender text NOT NULL,
    signature text NOT NULL,
    kid text NOT NULL,
    verification text NOT NULL,
    raw_body bytea NOT NULL
);


--
-- Name: inlets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.inlets (
    inlet text NOT NULL,
    environment text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);


--
-- Name: key_sets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.key_sets (
    jwks_url text NOT NULL,
    key_set json NOT NULL
);


--
-- Name: known_ids; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.known_ids (
    arrival bigint NOT NULL,
    environment text NOT NULL,
    id_hash bytea NOT NULL,
    body_hash bytea NOT NULL,
    received_at timestamp with time zone NOT NULL
);


--
-- Name: known_ids_arrival_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.known_ids ALTER COLUMN arrival ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.known_ids_arrival_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: log; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.log (
    only_row boolean DEFAULT true NOT NULL,
    last_seq bigint NOT NULL,
    CONSTRAINT log_only_row_check CHECK (only_row)
);


--
-- Name: pairing_codes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.pairing_codes (
    lookup text NOT NULL,
    code_hash text NOT NULL,
    name text NOT NULL,
    environment text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    tries integer DEFAULT 0 NOT NULL
);


--
-- Name: relay_schema; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.relay_schema (
    version integer NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Data for Name: devices; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.devices VALUES ('device-0', 'Desk 0', 'pc-0', 'sandbox', 'token-0', '2026-11-01 09:00:00+00', NULL, 11, '2026-11-01 09:00:00+00', NULL);
INSERT INTO public.devices VALUES ('device-1', 'Desk 1', 'pc-1', 'production', 'token-1', '2026-11-01 09:00:00+00', NULL, 6, '2026-11-01 09:00:00+00', NULL);
INSERT INTO public.devices VALUES ('device-2', 'Desk 2', 'pc-2', 'sandbox', 'token-2', '2026-11-01 09:00:00+00', '2026-11-01 09:00:00+00', 0, NULL, NULL);


--
-- Data for Name: environments; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.environments VALUES ('production', 'https://production.example/keys', '{203.0.113.7}', 0);
INSERT INTO public.environments VALUES ('sandbox', 'https://sandbox.example/keys', '{}', 4);


--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.events VALUES (3, 'production', 'event-3', '2026-11-01 09:00:03+00', '203.0.113.7', 'signature-3', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d33');
INSERT INTO public.events VALUES (5, 'sandbox', 'event-5', '2026-11-01 09:00:05+00', '203.0.113.7', 'signature-5', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d35');
INSERT INTO public.events VALUES (6, 'production', 'event-6', '2026-11-01 09:00:06+00', '203.0.113.7', 'signature-6', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d36');
INSERT INTO public.events VALUES (7, 'sandbox', 'event-7', '2026-11-01 09:00:07+00', '203.0.113.7', 'signature-7', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d37');
INSERT INTO public.events VALUES (8, 'sandbox', 'event-8', '2026-11-01 09:00:08+00', '203.0.113.7', 'signature-8', 'iso-submission-rsa-01', 'hint', '\x626f6479206f66206576656e742d38');
INSERT INTO public.events VALUES (9, 'production', 'event-9', '2026-11-01 09:00:09+00', '203.0.113.7', 'signature-9', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d39');
INSERT INTO public.events VALUES (10, 'sandbox', 'event-10', '2026-11-01 09:00:10+00', '203.0.113.7', 'signature-10', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d3130');
INSERT INTO public.events VALUES (11, 'sandbox', 'event-11', '2026-11-01 09:00:11+00', '203.0.113.7', 'signature-11', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d3131');
INSERT INTO public.events VALUES (12, 'production', 'event-12', '2026-11-01 09:00:12+00', '203.0.113.7', 'signature-12', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d3132');
INSERT INTO public.events VALUES (13, 'sandbox', 'event-13', '2026-11-01 09:00:13+00', '203.0.113.7', 'signature-13', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d3133');
INSERT INTO public.events VALUES (14, 'sandbox', 'event-14', '2026-11-01 09:00:14+00', '203.0.113.7', 'signature-14', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d3134');
INSERT INTO public.events VALUES (15, 'production', 'event-15', '2026-11-01 09:00:15+00', '203.0.113.7', 'signature-15', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d3135');
INSERT INTO public.events VALUES (16, 'sandbox', 'event-16', '2026-11-01 09:00:16+00', '203.0.113.7', 'signature-16', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d3136');
INSERT INTO public.events VALUES (17, 'sandbox', 'event-17', '2026-11-01 09:00:17+00', '203.0.113.7', 'signature-17', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d3137');
INSERT INTO public.events VALUES (18, 'production', 'event-18', '2026-11-01 09:00:18+00', '203.0.113.7', 'signature-18', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d3138');
INSERT INTO public.events VALUES (19, 'sandbox', 'event-19', '2026-11-01 09:00:19+00', '203.0.113.7', 'signature-19', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d3139');
INSERT INTO public.events VALUES (20, 'sandbox', 'event-20', '2026-11-01 09:00:20+00', '203.0.113.7', 'signature-20', 'iso-submission-rsa-01', 'body', '\x626f6479206f66206576656e742d3230');


--
-- Data for Name: inlets; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.inlets VALUES ('inlet-of-sandbox', 'sandbox', '2026-11-01 09:00:00+00', NULL);
INSERT INTO public.inlets VALUES ('inlet-of-production', 'production', '2026-11-01 09:00:00+00', NULL);


--
-- Data for Name: key_sets; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.key_sets VALUES ('https://sandbox.example/keys', '{"fetched_at":"2026-11-01T09:00:00.000Z","keys":[{"kid":"one","n":"AQAB","e":"AQAB"}]}');


--
-- Data for Name: known_ids; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (1, 'sandbox', '\x292cd29d1b3162598a7414ca', '\x4d7c5f2be043d782ad90f21428bfcb00', '2026-11-01 09:00:01+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (2, 'sandbox', '\x63bfcf3f0c5e0041cbdc847a', '\x2dfca347d0dd4088e9d063c6523c114c', '2026-11-01 09:00:02+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (3, 'production', '\x05f5d460bb77d108b3085f71', '\x715412b3d8eeb1ab0f767480b12416a9', '2026-11-01 09:00:03+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (4, 'sandbox', '\x6f9db2f7d74a77ca9d6ef0a5', '\x68b59862414ad352a334eee554e8c620', '2026-11-01 09:00:04+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (5, 'sandbox', '\x39db402d85b0c84f5d120caf', '\xb40aeda42630058c33d6730dd415d4a0', '2026-11-01 09:00:05+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (6, 'production', '\x57ddf9a1374a58fc87a0872c', '\xcd3105c1f2eba9d18a3269186c6a1c28', '2026-11-01 09:00:06+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (7, 'sandbox', '\x255b3093bc4f6a5b1c5710dc', '\x50ef2356a03828cc9eba3b5727305e12', '2026-11-01 09:00:07+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (8, 'sandbox', '\x8a3fa7a45aee3306cfd246e5', '\x670a53d2f55054c2911bd96c79da692c', '2026-11-01 09:00:08+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (9, 'production', '\xfdc9448682a225ea19a7d718', '\xb68c6b28bc88ec6a409c8c657ebbe7a8', '2026-11-01 09:00:09+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (10, 'sandbox', '\x64fecf873e8a2b9db5630279', '\xbbba91c8556ffe4354cbfe8a0984d462', '2026-11-01 09:00:10+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (11, 'sandbox', '\x74fd5c3248770be7b70ebedf', '\x563e34d1953ce954893ddff896a264ce', '2026-11-01 09:00:11+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (12, 'production', '\xf783129d0437a3977558eb19', '\x4c81e1dddef075b0546c8bbbdfea0606', '2026-11-01 09:00:12+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (13, 'sandbox', '\x06c6519688000c4e0d447a1f', '\x64e7cd532b296663f7ebb7b6d8aae378', '2026-11-01 09:00:13+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (14, 'sandbox', '\xcb59523123891b4c97555e53', '\x309faaf86229492f6964bdd3e7650978', '2026-11-01 09:00:14+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (15, 'production', '\x4964a0f872a5544518356f39', '\xa14b22006b7c708194e12bab6dfef749', '2026-11-01 09:00:15+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (16, 'sandbox', '\xc53a18ace076353e5b176cba', '\x70869a9ac70144e971616c8680d8bd71', '2026-11-01 09:00:16+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (17, 'sandbox', '\x78cec849f03489581baa8bda', '\x7ec72584640c774889230cdde160a3cc', '2026-11-01 09:00:17+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (18, 'production', '\x57bff10af2da9d1d9d41dddb', '\x1941634c526fe978373c08e8485a9610', '2026-11-01 09:00:18+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (19, 'sandbox', '\xb71aab6821751678f3547d2f', '\x6e3ede70e196e6101daa75daa9b94228', '2026-11-01 09:00:19+00');
INSERT INTO public.known_ids OVERRIDING SYSTEM VALUE VALUES (20, 'sandbox', '\xbe4d4d875453a08daab47f41', '\x8b25522c5b5d34ba5bb1d7d8ce08abd0', '2026-11-01 09:00:20+00');


--
-- Data for Name: log; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.log VALUES (true, 20);


--
-- Data for Name: pairing_codes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.pairing_codes VALUES ('OPEN', 'hash', 'Late desk', 'sandbox', '2099-01-01 00:00:00+00', 0);


--
-- Data for Name: relay_schema; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.relay_schema VALUES (1, '2026-11-26 02:16:25.369096+00');
INSERT INTO public.relay_schema VALUES (2, '2026-11-26 02:16:25.369096+00');


--
-- Name: known_ids_arrival_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.known_ids_arrival_seq', 20, true);


--
-- Name: devices devices_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_pkey PRIMARY KEY (device_id);


--
-- Name: devices devices_token_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_token_hash_key UNIQUE (token_hash);


--
-- Name: environments environments_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.environments
    ADD CONSTRAINT environments_pkey PRIMARY KEY (name);


--
-- Name: events events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (seq);


--
-- Name: inlets inlets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.inlets
    ADD CONSTRAINT inlets_pkey PRIMARY KEY (inlet);


--
-- Name: key_sets key_sets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.key_sets
    ADD CONSTRAINT key_sets_pkey PRIMARY KEY (jwks_url);


--
-- Name: known_ids known_ids_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.known_ids
    ADD CONSTRAINT known_ids_pkey PRIMARY KEY (id_hash);


--
-- Name: log log_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.log
    ADD CONSTRAINT log_pkey PRIMARY KEY (only_row);


--
-- Name: pairing_codes pairing_codes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.pairing_codes
    ADD CONSTRAINT pairing_codes_pkey PRIMARY KEY (lookup);


--
-- Name: relay_schema relay_schema_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.relay_schema
    ADD CONSTRAINT relay_schema_pkey PRIMARY KEY (version);


--
-- Name: events_by_environment; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_by_environment ON public.events USING btree (environment, seq);


--
-- Name: known_ids_by_environment; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX known_ids_by_environment ON public.known_ids USING btree (environment, arrival);


--
-- Name: events tell_appended; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tell_appended AFTER INSERT ON public.events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.tell_appended();


--
-- Name: devices devices_environment_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_environment_fkey FOREIGN KEY (environment) REFERENCES public.environments(name);


--
-- Name: events events_environment_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_environment_fkey FOREIGN KEY (environment) REFERENCES public.environments(name);


--
-- Name: inlets inlets_environment_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.inlets
    ADD CONSTRAINT inlets_environment_fkey FOREIGN KEY (environment) REFERENCES public.environments(name);


--
-- Name: pairing_codes pairing_codes_environment_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.pairing_codes
    ADD CONSTRAINT pairing_codes_environment_fkey FOREIGN KEY (environment) REFERENCES public.environments(name);


--
-- PostgreSQL database dump complete
--


