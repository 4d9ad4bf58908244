-- A database of revision 119940c, killed in the middle of background work. upgrade.e2e.spec.ts says how it was made.
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
CREATE FUNCTION public.refuse_change_of_audit_entries() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        RAISE EXCEPTION 'The audit log is append-only';
      END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.activity_days (
    day date NOT NULL,
    attempts bigint NOT NULL,
    users bigint NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.activity_users (
    day date NOT NULL,
    user_id uuid NOT NULL
);
CREATE TABLE public.api_keys (
    id uuid NOT NULL,
    name text NOT NULL,
    hash bytea NOT NULL,
    shown text NOT NULL,
    user_id uuid NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone
);
CREATE TABLE public.attempt_counts (
    quiz_id uuid NOT NULL,
    user_id uuid NOT NULL,
    count integer NOT NULL
);
CREATE TABLE public.attempts (
    quiz_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    version integer NOT NULL,
    answers jsonb NOT NULL,
    correct_count smallint NOT NULL,
    total_questions smallint NOT NULL,
    hundredths smallint NOT NULL,
    passed boolean NOT NULL,
    total_time_ms integer NOT NULL,
    timed_out boolean NOT NULL,
    completed_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.attempts_to_count (
    recorded_at timestamp with time zone DEFAULT now() NOT NULL,
    id uuid NOT NULL,
    quiz_ids uuid[] NOT NULL,
    attempt_ids uuid[] NOT NULL
);
CREATE TABLE public.audit_entries (
    id uuid NOT NULL,
    at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    actor_id uuid,
    actor_name text NOT NULL,
    key_id uuid,
    address text,
    action text NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid NOT NULL,
    subject_name text NOT NULL,
    details jsonb NOT NULL
);
CREATE TABLE public.credentials (
    user_id uuid NOT NULL,
    password_hash text NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.deferred_deletions (
    name text NOT NULL,
    subject uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.global_standings (
    user_id uuid NOT NULL,
    attempts bigint NOT NULL,
    correct bigint NOT NULL,
    questions bigint NOT NULL,
    hundredths bigint NOT NULL,
    time_ms bigint NOT NULL
)
WITH (fillfactor='80');
CREATE TABLE public.idempotency_keys (
    user_id uuid NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    subject uuid,
    headers jsonb,
    body text,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.indexed_lists (
    list text NOT NULL,
    subject uuid NOT NULL
);
CREATE TABLE public.kept_counts (
    subject uuid NOT NULL,
    name text NOT NULL,
    slot smallint NOT NULL,
    value bigint NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.key_usage (
    hour timestamp with time zone NOT NULL,
    key_id uuid NOT NULL,
    requests integer NOT NULL,
    refusals integer NOT NULL
);
CREATE TABLE public.list_anchors (
    list text NOT NULL,
    subject uuid NOT NULL,
    key1 bigint NOT NULL,
    key2 bigint NOT NULL,
    key3 bigint NOT NULL,
    entry_id uuid NOT NULL,
    entries bigint NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.list_changes (
    list text NOT NULL,
    logged_at timestamp with time zone DEFAULT now() NOT NULL,
    id uuid NOT NULL,
    subjects uuid[] NOT NULL,
    keys1 bigint[] NOT NULL,
    keys2 bigint[] NOT NULL,
    keys3 bigint[] NOT NULL,
    entry_ids uuid[] NOT NULL,
    deltas smallint[] NOT NULL
)
WITH (toast_tuple_target='8160', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');
CREATE TABLE public.migrations (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);
CREATE SEQUENCE public.migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.migrations_id_seq OWNED BY public.migrations.id;
CREATE TABLE public.oidc_sign_ins (
    cookie_hash bytea NOT NULL,
    state text NOT NULL,
    nonce text NOT NULL,
    code_verifier text NOT NULL,
    return_to text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.question_statistics (
    quiz_id uuid NOT NULL,
    question_id uuid NOT NULL,
    attempts bigint NOT NULL,
    correct bigint NOT NULL,
    rest_attempts bigint NOT NULL,
    rest_correct bigint NOT NULL,
    rest_sum bigint NOT NULL,
    rest_squares bigint NOT NULL,
    rest_sum_of_correct bigint NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.quiz_days (
    quiz_id uuid NOT NULL,
    day date NOT NULL,
    attempts bigint NOT NULL,
    passed bigint NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.quiz_scores (
    quiz_id uuid NOT NULL,
    range smallint NOT NULL,
    attempts bigint NOT NULL,
    passed bigint NOT NULL,
    timed_out bigint NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.quiz_standings (
    quiz_id uuid NOT NULL,
    user_id uuid NOT NULL,
    miss smallint NOT NULL,
    total_time_ms integer NOT NULL,
    completed_at timestamp(3) with time zone NOT NULL,
    correct_count smallint NOT NULL,
    total_questions smallint NOT NULL,
    attempts integer NOT NULL,
    sum_correct bigint NOT NULL,
    sum_questions bigint NOT NULL,
    sum_hundredths bigint NOT NULL,
    sum_time_ms bigint NOT NULL
)
WITH (fillfactor='80');
CREATE TABLE public.quiz_versions (
    quiz_id uuid NOT NULL,
    version integer NOT NULL,
    content jsonb NOT NULL,
    question_ids uuid[] NOT NULL,
    question_set bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.quizzes (
    id uuid NOT NULL,
    author_id uuid NOT NULL,
    title text NOT NULL,
    description text,
    hero_image_url text,
    max_attempts integer NOT NULL,
    time_limit_seconds integer NOT NULL,
    randomize_questions boolean NOT NULL,
    version integer NOT NULL,
    revision integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.sessions (
    token_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.sign_in_counts (
    key bytea NOT NULL,
    attempts integer NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    next_turn timestamp with time zone NOT NULL
);
CREATE TABLE public.users (
    id uuid NOT NULL,
    email text NOT NULL,
    display_name text NOT NULL,
    image text,
    role text NOT NULL,
    suspended boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.migrations ALTER COLUMN id SET DEFAULT nextval('public.migrations_id_seq'::regclass);
INSERT INTO public.activity_days VALUES
	('2026-11-23', 21, 16);
INSERT INTO public.activity_users VALUES
	('2026-11-23', '01a20870-9524-762c-9c82-fd960ba87ed7'),
	('2026-11-23', '01a20870-95d0-762c-9c83-4f3f280ea19a'),
	('2026-11-23', '01a20870-965b-762c-9c83-9ce3c79c6a99'),
	('2026-11-23', '01a20870-9742-762c-9c83-ef6a1893de90'),
	('2026-11-23', '01a20870-9555-762c-9c83-0c117c2a1f14'),
	('2026-11-23', '01a20870-9574-762c-9c83-1da86fd8f5d0'),
	('2026-11-23', '01a20870-9591-762c-9c83-2c9d8867b408'),
	('2026-11-23', '01a20870-95ac-762c-9c83-3c240325ac21'),
	('2026-11-23', '01a20870-95f6-762c-9c83-5ff91b8d9ad1'),
	('2026-11-23', '01a20870-9620-762c-9c83-6dcce0052065'),
	('2026-11-23', '01a20870-962d-762c-9c83-7c9e58bbdc4e'),
	('2026-11-23', '01a20870-963f-762c-9c83-8c919fd30280'),
	('2026-11-23', '01a20870-9676-762c-9c83-ac78d37f0c5d'),
	('2026-11-23', '01a20870-969e-762c-9c83-bd70440b8ec9'),
	('2026-11-23', '01a20870-96bc-762c-9c83-cf4751a58719'),
	('2026-11-23', '01a20870-9704-762c-9c83-ddbaf66cddce');
INSERT INTO public.api_keys VALUES
	('01a20870-9497-762c-9c82-c5152fd9c6ed', 'Viewer', '\x7e257efd2b19c18a0a0736dcfc7c18d2c806b80a0f6c74f0d2d318f74ad99e73', 'qk_1jtXt', '01a20870-948f-762c-9c82-be2da35f6374', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.526429+00', NULL, NULL),
	('01a20870-94bb-762c-9c82-d5881d0df86f', 'Demoted', '\x1fd44f527ef36f21ec28b62bcc75307d9047ff309b3f470c40aa19352e3c0739', 'qk_AXed2', '01a20870-94ab-762c-9c82-cfe196cc6db4', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.562287+00', NULL, NULL),
	('01a20870-94f6-762c-9c82-e5c3c8559866', 'Suspended', '\xa693a4db380c286c7988b447eecece9c0ed70e0278f3c710245051ce9f86a719', 'qk_HwmGr', '01a20870-94df-762c-9c82-dda84fccabe4', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.621024+00', NULL, NULL),
	('01a20870-9410-762c-9c82-b37645b36aab', 'Author', '\xdafc77d10c4723801e918e3382280f4f03a6f7ea7d7be6d7d108fdd5285914c8', 'qk_gtESJ', '01a20870-93c3-762c-9c82-ab6b07e81a3b', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.365435+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-953f-762c-9c83-060457d0b49b', 'Player1', '\x8a448ad392f1c28e09a7c0bcbd9c23545628975ad074e320ef44f79922269383', 'qk_f28dE', '01a20870-9524-762c-9c82-fd960ba87ed7', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.687276+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-9564-762c-9c83-1729efebf2b7', 'Player2', '\xfbdd25513e852aac1fb526dac4d5a571797114e6c21541b76268793d1a87db46', 'qk_RXuYO', '01a20870-9555-762c-9c83-0c117c2a1f14', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.729128+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-9582-762c-9c83-247f2be6e621', 'Player3', '\xc0911ca836559a3354d10e020c8ca2275d1a5c2c01ae0760621ff435760549cb', 'qk_Tiehn', '01a20870-9574-762c-9c83-1da86fd8f5d0', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.761579+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-959f-762c-9c83-357b63b7c022', 'Player4', '\x6fc9a7fcd7283e5ba549d317fb1f108261a44537da9da25262c71eb303a65d47', 'qk_T3iEQ', '01a20870-9591-762c-9c83-2c9d8867b408', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.788539+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-95bb-762c-9c83-456f1d32cc64', 'Player5', '\xbb6e7332fe90ba06270a9bb9668d26b1be161e63e44c5072f615a326600f08cf', 'qk_BOMtX', '01a20870-95ac-762c-9c83-3c240325ac21', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.817881+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-95ea-762c-9c83-572ee054e9ff', 'Player6', '\x96fd4da200c6f7bdc5ca4a90d61e3d5a47635840a33c7d2383f3f24d4bdae80a', 'qk_lxQFu', '01a20870-95d0-762c-9c83-4f3f280ea19a', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.865475+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-9617-762c-9c83-6458b92b6765', 'Player7', '\x712a39333195cd6917cb499b9723dd5407f6be83dd16c92accc64251f8624dc1', 'qk_d37Qb', '01a20870-95f6-762c-9c83-5ff91b8d9ad1', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.888137+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-9627-762c-9c83-7708ddec0b55', 'Player8', '\xce561ecff9a691a7b45b0459d7baa6dd72b824b924fe596ef8c1e30acbcc3e04', 'qk_FRRwv', '01a20870-9620-762c-9c83-6dcce0052065', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.926822+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-9635-762c-9c83-85f2871fc65a', 'Player9', '\xbb896bad29fc9e36b1fa232a6ac4c5dd93dd0262554dc8829716e231d93af4f3', 'qk_DyKpG', '01a20870-962d-762c-9c83-7c9e58bbdc4e', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.940334+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-9647-762c-9c83-97ff530a5e85', 'Player10', '\x73f291782894279f1f91c62da19c793c75af4b676924f7e358da0bef9b83c909', 'qk_tsGjg', '01a20870-963f-762c-9c83-8c919fd30280', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.958276+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-9665-762c-9c83-a5aa98bd73fa', 'Player11', '\x079c9435f8269d7ac8f1307cb684f7b31687ad4d88fff528460181aa688549a4', 'qk_yaGYx', '01a20870-965b-762c-9c83-9ce3c79c6a99', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.988211+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-968b-762c-9c83-b4b7e00c1837', 'Player12', '\x373ca42070a3a49d51629fbd6c20b4012d150796ef6d3cb61a822792462de7f6', 'qk_AOFei', '01a20870-9676-762c-9c83-ac78d37f0c5d', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:26.025763+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-96b0-762c-9c83-c561324d4dda', 'Player13', '\xf02e4ca29f8020786607f51ccff8a5303c5364eb392f398796313e3b22f06d78', 'qk_7vjFR', '01a20870-969e-762c-9c83-bd70440b8ec9', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:26.063385+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-96ea-762c-9c83-d5aee5be5327', 'Player14', '\x6f36659a24671693c227d7a107c3b5d81fd350f0a97928053f4496e619212bfa', 'qk_BnZDq', '01a20870-96bc-762c-9c83-cf4751a58719', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:26.087641+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-9730-762c-9c83-e5fa0ae2f7d4', 'Player15', '\x761d722a66cbfb7684c2eb0689d8c6084fb3cae952852e3f81dde53613986a11', 'qk_YSQKm', '01a20870-9704-762c-9c83-ddbaf66cddce', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:26.165523+00', NULL, '2026-11-23 12:45:00+00'),
	('01a20870-974e-762c-9c83-f4f94394461f', 'Player16', '\xf918714964fddad89570f119cd6c89e91b850e7132678b3c96781afe0f79ffba', 'qk_A2pG0', '01a20870-9742-762c-9c83-ef6a1893de90', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:26.22156+00', NULL, '2026-11-23 12:45:00+00');
INSERT INTO public.attempt_counts VALUES
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9591-762c-9c83-2c9d8867b408', 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-95ac-762c-9c83-3c240325ac21', 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-95d0-762c-9c83-4f3f280ea19a', 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-95f6-762c-9c83-5ff91b8d9ad1', 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9620-762c-9c83-6dcce0052065', 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-962d-762c-9c83-7c9e58bbdc4e', 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-963f-762c-9c83-8c919fd30280', 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-965b-762c-9c83-9ce3c79c6a99', 1),
	('01a20870-97a5-762c-9c84-49d36010e72c', '01a20870-965b-762c-9c83-9ce3c79c6a99', 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9676-762c-9c83-ac78d37f0c5d', 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-969e-762c-9c83-bd70440b8ec9', 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-96bc-762c-9c83-cf4751a58719', 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9704-762c-9c83-ddbaf66cddce', 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9742-762c-9c83-ef6a1893de90', 1),
	('01a20870-97a5-762c-9c84-49d36010e72c', '01a20870-9742-762c-9c83-ef6a1893de90', 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9524-762c-9c82-fd960ba87ed7', 2),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9555-762c-9c83-0c117c2a1f14', 2),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9574-762c-9c83-1da86fd8f5d0', 2);
INSERT INTO public.attempts VALUES
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-986a-762c-9c85-430272de9ce8', '01a20870-9524-762c-9c82-fd960ba87ed7', 1, '[[0, 1], [1, 1], [2, 1]]', 0, 3, 0, false, 1000, false, '2026-11-23 12:45:26.509+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-987f-762c-9c85-4aa4926c2a3b', '01a20870-9555-762c-9c83-0c117c2a1f14', 1, '[[0, 0], [1, 1], [2, 1]]', 1, 3, 3333, false, 1001, false, '2026-11-23 12:45:26.528+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9886-762c-9c85-4c16e0cb0449', '01a20870-9574-762c-9c83-1da86fd8f5d0', 1, '[[0, 0], [1, 0], [2, 1]]', 2, 3, 6667, false, 1002, false, '2026-11-23 12:45:26.539+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9891-762c-9c85-5232d075b795', '01a20870-9591-762c-9c83-2c9d8867b408', 1, '[[0, 0], [1, 0], [2, 0]]', 3, 3, 10000, true, 1003, true, '2026-11-23 12:45:26.546+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9897-762c-9c85-541e5b5d26e4', '01a20870-95ac-762c-9c83-3c240325ac21', 1, '[[0, 1], [1, 1], [2, 1]]', 0, 3, 0, false, 1004, false, '2026-11-23 12:45:26.552+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-989e-762c-9c85-598b3fb3506f', '01a20870-95d0-762c-9c83-4f3f280ea19a', 1, '[[0, 0], [1, 1], [2, 1]]', 1, 3, 3333, false, 1005, false, '2026-11-23 12:45:26.559+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-98aa-762c-9c85-622d4be232ae', '01a20870-95f6-762c-9c83-5ff91b8d9ad1', 1, '[[0, 0], [1, 0], [2, 1]]', 2, 3, 6667, false, 1006, false, '2026-11-23 12:45:26.571+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-98b9-762c-9c85-67e0fa1e79f3', '01a20870-9620-762c-9c83-6dcce0052065', 1, '[[0, 0], [1, 0], [2, 0]]', 3, 3, 10000, true, 1007, false, '2026-11-23 12:45:26.586+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-98cf-762c-9c85-6b0f5d0d6572', '01a20870-962d-762c-9c83-7c9e58bbdc4e', 1, '[[0, 1], [1, 1], [2, 1]]', 0, 3, 0, false, 1008, false, '2026-11-23 12:45:26.607+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-98dc-762c-9c85-6cdad344a36d', '01a20870-963f-762c-9c83-8c919fd30280', 1, '[[0, 0], [1, 1], [2, 1]]', 1, 3, 3333, false, 1009, false, '2026-11-23 12:45:26.621+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-98eb-762c-9c85-72693e61e047', '01a20870-965b-762c-9c83-9ce3c79c6a99', 1, '[[0, 0], [1, 0], [2, 1]]', 2, 3, 6667, false, 1010, true, '2026-11-23 12:45:26.639+00'),
	('01a20870-97a5-762c-9c84-49d36010e72c', '01a20870-98fb-762c-9c85-76b3562e9061', '01a20870-965b-762c-9c83-9ce3c79c6a99', 1, '[[0, 0]]', 1, 1, 10000, true, 500, false, '2026-11-23 12:45:26.652+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9925-762c-9c85-7ab3a922dc3b', '01a20870-9676-762c-9c83-ac78d37f0c5d', 1, '[[0, 0], [1, 0], [2, 0]]', 3, 3, 10000, true, 1011, false, '2026-11-23 12:45:26.694+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-993a-762c-9c85-7fdee6545407', '01a20870-969e-762c-9c83-bd70440b8ec9', 1, '[[0, 1], [1, 1], [2, 1]]', 0, 3, 0, false, 1012, false, '2026-11-23 12:45:26.716+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9947-762c-9c85-8140f863a33b', '01a20870-96bc-762c-9c83-cf4751a58719', 1, '[[0, 0], [1, 1], [2, 1]]', 1, 3, 3333, false, 1013, false, '2026-11-23 12:45:26.728+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-994d-762c-9c85-84aad4b035eb', '01a20870-9704-762c-9c83-ddbaf66cddce', 1, '[[0, 0], [1, 0], [2, 1]]', 2, 3, 6667, false, 1014, false, '2026-11-23 12:45:26.734+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9953-762c-9c85-88926d47b272', '01a20870-9742-762c-9c83-ef6a1893de90', 1, '[[0, 0], [1, 0], [2, 0]]', 3, 3, 10000, true, 1015, false, '2026-11-23 12:45:26.74+00'),
	('01a20870-97a5-762c-9c84-49d36010e72c', '01a20870-9963-762c-9c85-8c2be653d9cd', '01a20870-9742-762c-9c83-ef6a1893de90', 1, '[[0, 0]]', 1, 1, 10000, true, 500, false, '2026-11-23 12:45:26.756+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9972-762c-9c85-91d9eb71bced', '01a20870-9524-762c-9c82-fd960ba87ed7', 1, '[[0, 0], [1, 0], [2, 1]]', 2, 3, 6667, false, 900, false, '2026-11-23 12:45:26.77+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-ade4-762c-9c85-b7c694276575', '01a20870-9555-762c-9c83-0c117c2a1f14', 2, '[[0, 0], [1, 0]]', 2, 2, 10000, true, 800, false, '2026-11-23 12:45:32.004+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-ae1a-762c-9c85-bb005a56d83b', '01a20870-9574-762c-9c83-1da86fd8f5d0', 1, '[[0, 0], [1, 0], [2, 0]]', 3, 3, 10000, true, 700, false, '2026-11-23 12:45:32.059+00');
INSERT INTO public.attempts_to_count VALUES
	('2026-11-23 12:45:32.004398+00', '0649165d-b80e-490d-872a-466c05982408', '{01a20870-9764-762c-9c84-22b4685f82c4}', '{01a20870-ade4-762c-9c85-b7c694276575}'),
	('2026-11-23 12:45:32.059219+00', 'd432f734-3b4e-4d75-a513-b6b6c2b234fa', '{01a20870-9764-762c-9c84-22b4685f82c4}', '{01a20870-ae1a-762c-9c85-bb005a56d83b}');
INSERT INTO public.audit_entries VALUES
	('01a20870-8e4c-762c-9c82-a27e57887a5c', '2026-11-23 12:45:23.917+00', NULL, 'Service', NULL, NULL, 'user.created', 'user', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', '{"role": "admin", "email": "admin@example.com"}'),
	('01a20870-9342-762c-9c82-a447497e208c', '2026-11-23 12:45:25.197+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'session.began', 'user', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', '{"method": "password"}'),
	('01a20870-93c5-762c-9c82-adea1b68f22f', '2026-11-23 12:45:25.32+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '{"role": "admin", "email": "author@example.com"}'),
	('01a20870-941b-762c-9c82-b72eb85b26dd', '2026-11-23 12:45:25.408+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-9410-762c-9c82-b37645b36aab', 'Author', '{"owner": "Author", "ownerId": "01a20870-93c3-762c-9c82-ab6b07e81a3b", "expiresAt": null}'),
	('01a20870-9484-762c-9c82-bb8a53bbcbb6', '2026-11-23 12:45:25.509+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.changed', 'user', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '{"image": {"to": "HTTPS://A.b/日本", "from": null}}'),
	('01a20870-9490-762c-9c82-c287ad4ecee4', '2026-11-23 12:45:25.521+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-948f-762c-9c82-be2da35f6374', 'Viewer', '{"role": "viewer", "email": "viewer@example.com"}'),
	('01a20870-9498-762c-9c82-cb58a2e8052d', '2026-11-23 12:45:25.532+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-9497-762c-9c82-c5152fd9c6ed', 'Viewer', '{"owner": "Viewer", "ownerId": "01a20870-948f-762c-9c82-be2da35f6374", "expiresAt": null}'),
	('01a20870-94ac-762c-9c82-d215bf5acaa6', '2026-11-23 12:45:25.549+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-94ab-762c-9c82-cfe196cc6db4', 'Demoted', '{"role": "admin", "email": "demoted@example.com"}'),
	('01a20870-94bf-762c-9c82-da69cdd8c281', '2026-11-23 12:45:25.569+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-94bb-762c-9c82-d5881d0df86f', 'Demoted', '{"owner": "Demoted", "ownerId": "01a20870-94ab-762c-9c82-cfe196cc6db4", "expiresAt": null}'),
	('01a20870-94e0-762c-9c82-e03f08d743fe', '2026-11-23 12:45:25.601+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-94df-762c-9c82-dda84fccabe4', 'Suspended', '{"role": "player", "email": "suspended@example.com"}'),
	('01a20870-94f7-762c-9c82-ea2096a0406e', '2026-11-23 12:45:25.624+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-94f6-762c-9c82-e5c3c8559866', 'Suspended', '{"owner": "Suspended", "ownerId": "01a20870-94df-762c-9c82-dda84fccabe4", "expiresAt": null}'),
	('01a20870-9503-762c-9c82-f0f272fe6ccd', '2026-11-23 12:45:25.636+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-9503-762c-9c82-effc0aa1f9cd', 'Keyless', '{"role": "player", "email": "keyless@example.com"}'),
	('01a20870-9513-762c-9c82-f8b342eac625', '2026-11-23 12:45:25.653+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-9512-762c-9c82-f50b02aa0c4d', 'Keyless', '{"owner": "Keyless", "ownerId": "01a20870-9503-762c-9c82-effc0aa1f9cd", "expiresAt": null}'),
	('01a20870-9525-762c-9c83-0278f597aae9', '2026-11-23 12:45:25.67+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-9524-762c-9c82-fd960ba87ed7', 'Player1', '{"role": "player", "email": "player1@example.com"}'),
	('01a20870-9541-762c-9c83-08f588dcf41d', '2026-11-23 12:45:25.699+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-953f-762c-9c83-060457d0b49b', 'Player1', '{"owner": "Player1", "ownerId": "01a20870-9524-762c-9c82-fd960ba87ed7", "expiresAt": null}'),
	('01a20870-9556-762c-9c83-11c77d0a1e16', '2026-11-23 12:45:25.721+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-9555-762c-9c83-0c117c2a1f14', 'Player2', '{"role": "player", "email": "player2@example.com"}'),
	('01a20870-9565-762c-9c83-1ab3fe005703', '2026-11-23 12:45:25.734+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-9564-762c-9c83-1729efebf2b7', 'Player2', '{"owner": "Player2", "ownerId": "01a20870-9555-762c-9c83-0c117c2a1f14", "expiresAt": null}'),
	('01a20870-9575-762c-9c83-22a615f83b77', '2026-11-23 12:45:25.752+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-9574-762c-9c83-1da86fd8f5d0', 'Player3', '{"role": "player", "email": "player3@example.com"}'),
	('01a20870-9583-762c-9c83-2a7a2ebc9fd2', '2026-11-23 12:45:25.765+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-9582-762c-9c83-247f2be6e621', 'Player3', '{"owner": "Player3", "ownerId": "01a20870-9574-762c-9c83-1da86fd8f5d0", "expiresAt": null}'),
	('01a20870-9593-762c-9c83-31295541af5f', '2026-11-23 12:45:25.78+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-9591-762c-9c83-2c9d8867b408', 'Player4', '{"role": "player", "email": "player4@example.com"}'),
	('01a20870-95a1-762c-9c83-39c9c05e29db', '2026-11-23 12:45:25.795+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-959f-762c-9c83-357b63b7c022', 'Player4', '{"owner": "Player4", "ownerId": "01a20870-9591-762c-9c83-2c9d8867b408", "expiresAt": null}'),
	('01a20870-95ad-762c-9c83-40040c2b1fb2', '2026-11-23 12:45:25.811+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-95ac-762c-9c83-3c240325ac21', 'Player5', '{"role": "player", "email": "player5@example.com"}'),
	('01a20870-95bf-762c-9c83-4944c82ec97c', '2026-11-23 12:45:25.825+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-95bb-762c-9c83-456f1d32cc64', 'Player5', '{"owner": "Player5", "ownerId": "01a20870-95ac-762c-9c83-3c240325ac21", "expiresAt": null}'),
	('01a20870-95d1-762c-9c83-50cf66ef64bb', '2026-11-23 12:45:25.859+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-95d0-762c-9c83-4f3f280ea19a', 'Player6', '{"role": "player", "email": "player6@example.com"}'),
	('01a20870-95ef-762c-9c83-5b0f19d66ae1', '2026-11-23 12:45:25.873+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-95ea-762c-9c83-572ee054e9ff', 'Player6', '{"owner": "Player6", "ownerId": "01a20870-95d0-762c-9c83-4f3f280ea19a", "expiresAt": null}'),
	('01a20870-95f6-762c-9c83-604ffc3e5afd', '2026-11-23 12:45:25.884+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-95f6-762c-9c83-5ff91b8d9ad1', 'Player7', '{"role": "player", "email": "player7@example.com"}'),
	('01a20870-9619-762c-9c83-684377bd902a', '2026-11-23 12:45:25.915+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-9617-762c-9c83-6458b92b6765', 'Player7', '{"owner": "Player7", "ownerId": "01a20870-95f6-762c-9c83-5ff91b8d9ad1", "expiresAt": null}'),
	('01a20870-9621-762c-9c83-71fae00e6939', '2026-11-23 12:45:25.923+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-9620-762c-9c83-6dcce0052065', 'Player8', '{"role": "player", "email": "player8@example.com"}'),
	('01a20870-9628-762c-9c83-789c72bcd87b', '2026-11-23 12:45:25.93+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-9627-762c-9c83-7708ddec0b55', 'Player8', '{"owner": "Player8", "ownerId": "01a20870-9620-762c-9c83-6dcce0052065", "expiresAt": null}'),
	('01a20870-962e-762c-9c83-82fd49ddc3bb', '2026-11-23 12:45:25.935+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-962d-762c-9c83-7c9e58bbdc4e', 'Player9', '{"role": "player", "email": "player9@example.com"}'),
	('01a20870-9637-762c-9c83-8bf8a08de9ed', '2026-11-23 12:45:25.945+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-9635-762c-9c83-85f2871fc65a', 'Player9', '{"owner": "Player9", "ownerId": "01a20870-962d-762c-9c83-7c9e58bbdc4e", "expiresAt": null}'),
	('01a20870-9640-762c-9c83-906cca730981', '2026-11-23 12:45:25.953+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-963f-762c-9c83-8c919fd30280', 'Player10', '{"role": "player", "email": "player10@example.com"}'),
	('01a20870-964d-762c-9c83-99b1d0257414', '2026-11-23 12:45:25.971+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-9647-762c-9c83-97ff530a5e85', 'Player10', '{"owner": "Player10", "ownerId": "01a20870-963f-762c-9c83-8c919fd30280", "expiresAt": null}'),
	('01a20870-965c-762c-9c83-a0fed8bae359', '2026-11-23 12:45:25.984+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-965b-762c-9c83-9ce3c79c6a99', 'Player11', '{"role": "player", "email": "player11@example.com"}'),
	('01a20870-9666-762c-9c83-aaa93d658cb4', '2026-11-23 12:45:25.991+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-9665-762c-9c83-a5aa98bd73fa', 'Player11', '{"owner": "Player11", "ownerId": "01a20870-965b-762c-9c83-9ce3c79c6a99", "expiresAt": null}'),
	('01a20870-967b-762c-9c83-b340f80de028', '2026-11-23 12:45:26.012+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-9676-762c-9c83-ac78d37f0c5d', 'Player12', '{"role": "player", "email": "player12@example.com"}'),
	('01a20870-9693-762c-9c83-b84fc3db5ba7', '2026-11-23 12:45:26.037+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-968b-762c-9c83-b4b7e00c1837', 'Player12', '{"owner": "Player12", "ownerId": "01a20870-9676-762c-9c83-ac78d37f0c5d", "expiresAt": null}'),
	('01a20870-969f-762c-9c83-c091b0fe4011', '2026-11-23 12:45:26.055+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-969e-762c-9c83-bd70440b8ec9', 'Player13', '{"role": "player", "email": "player13@example.com"}'),
	('01a20870-96b2-762c-9c83-c96f66a14e37', '2026-11-23 12:45:26.067+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-96b0-762c-9c83-c561324d4dda', 'Player13', '{"owner": "Player13", "ownerId": "01a20870-969e-762c-9c83-bd70440b8ec9", "expiresAt": null}'),
	('01a20870-96bd-762c-9c83-d064b9221268', '2026-11-23 12:45:26.078+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-96bc-762c-9c83-cf4751a58719', 'Player14', '{"role": "player", "email": "player14@example.com"}'),
	('01a20870-96eb-762c-9c83-d950158dd2c8', '2026-11-23 12:45:26.125+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-96ea-762c-9c83-d5aee5be5327', 'Player14', '{"owner": "Player14", "ownerId": "01a20870-96bc-762c-9c83-cf4751a58719", "expiresAt": null}'),
	('01a20870-9705-762c-9c83-e20d1bc60a10', '2026-11-23 12:45:26.15+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-9704-762c-9c83-ddbaf66cddce', 'Player15', '{"role": "player", "email": "player15@example.com"}'),
	('01a20870-9731-762c-9c83-e89ef57e2ecb', '2026-11-23 12:45:26.195+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-9730-762c-9c83-e5fa0ae2f7d4', 'Player15', '{"owner": "Player15", "ownerId": "01a20870-9704-762c-9c83-ddbaf66cddce", "expiresAt": null}'),
	('01a20870-9743-762c-9c83-f1c0fce4a3d7', '2026-11-23 12:45:26.212+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.created', 'user', '01a20870-9742-762c-9c83-ef6a1893de90', 'Player16', '{"role": "player", "email": "player16@example.com"}'),
	('01a20870-9750-762c-9c83-fa7ff86d7d31', '2026-11-23 12:45:26.225+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.created', 'key', '01a20870-974e-762c-9c83-f4f94394461f', 'Player16', '{"owner": "Player16", "ownerId": "01a20870-9742-762c-9c83-ef6a1893de90", "expiresAt": null}'),
	('01a20870-9777-762c-9c84-2664cf95d679', '2026-11-23 12:45:26.268+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.created', 'quiz', '01a20870-9764-762c-9c84-22b4685f82c4', 'Capitals', '{}'),
	('01a20870-9794-762c-9c84-38ec091bb0cf', '2026-11-23 12:45:26.296+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.created', 'quiz', '01a20870-978d-762c-9c84-350c81687607', 'Pictures', '{}'),
	('01a20870-97ad-762c-9c84-4fb097c27141', '2026-11-23 12:45:26.318+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.created', 'quiz', '01a20870-97a5-762c-9c84-49d36010e72c', 'Gone', '{}'),
	('01a20870-97bc-762c-9c84-6083352c19b1', '2026-11-23 12:45:26.333+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.created', 'quiz', '01a20870-97b6-762c-9c84-5d75daad6e74', 'Quiz 1', '{}'),
	('01a20870-97c4-762c-9c84-76bbfc936aa3', '2026-11-23 12:45:26.341+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.created', 'quiz', '01a20870-97c1-762c-9c84-71aa53372f2e', 'Quiz 2', '{}'),
	('01a20870-97d8-762c-9c84-89b3a73109ea', '2026-11-23 12:45:26.361+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.created', 'quiz', '01a20870-97d2-762c-9c84-878aa773961e', 'Quiz 3', '{}'),
	('01a20870-97e8-762c-9c84-9d2d1d994492', '2026-11-23 12:45:26.378+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.created', 'quiz', '01a20870-97e5-762c-9c84-9a1278215a9f', 'Quiz 4', '{}'),
	('01a20870-97fb-762c-9c84-b2212a30c3c1', '2026-11-23 12:45:26.396+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.created', 'quiz', '01a20870-97f7-762c-9c84-af016034ae90', 'Quiz 5', '{}'),
	('01a20870-980e-762c-9c84-c7084707ebfb', '2026-11-23 12:45:26.415+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.created', 'quiz', '01a20870-9807-762c-9c84-c1aa54ebaa0f', 'Quiz 6', '{}'),
	('01a20870-981f-762c-9c84-d8e6fd3fff31', '2026-11-23 12:45:26.432+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.created', 'quiz', '01a20870-9819-762c-9c84-d71a26bf6c02', 'Quiz 7', '{}'),
	('01a20870-982b-762c-9c84-ed29365dc57d', '2026-11-23 12:45:26.444+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.created', 'quiz', '01a20870-9829-762c-9c84-eb7f8a555ade', 'Quiz 8', '{}'),
	('01a20870-983f-762c-9c85-03fb48dd1e0d', '2026-11-23 12:45:26.466+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.created', 'quiz', '01a20870-9832-762c-9c84-fe65a622a5b6', 'Quiz 9', '{}'),
	('01a20870-984c-762c-9c85-16afa3451221', '2026-11-23 12:45:26.478+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.created', 'quiz', '01a20870-9848-762c-9c85-1108f7613304', 'Quiz 10', '{}'),
	('01a20870-9858-762c-9c85-2bf29f2ef194', '2026-11-23 12:45:26.489+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.created', 'quiz', '01a20870-9857-762c-9c85-27b9b9615b39', 'Quiz 11', '{}'),
	('01a20870-985e-762c-9c85-3c3518d665ed', '2026-11-23 12:45:26.501+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.created', 'quiz', '01a20870-985d-762c-9c85-3869ecb1fd21', 'Quiz 12', '{}'),
	('01a20870-9989-762c-9c85-a1f3df9c9856', '2026-11-23 12:45:26.794+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.changed', 'quiz', '01a20870-9764-762c-9c84-22b4685f82c4', 'Capitals', '{"revision": 2}'),
	('01a20870-ad71-762c-9c85-a54f7cfa9ccf', '2026-11-23 12:45:31.891+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.changed', 'user', '01a20870-94ab-762c-9c82-cfe196cc6db4', 'Demoted', '{"role": {"to": "viewer", "from": "admin"}}'),
	('01a20870-adab-762c-9c85-a971e5a5f30f', '2026-11-23 12:45:31.948+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'user.changed', 'user', '01a20870-94df-762c-9c82-dda84fccabe4', 'Suspended', '{"suspended": {"to": true, "from": false}}'),
	('01a20870-adb1-762c-9c85-ac9e8ccccac3', '2026-11-23 12:45:31.962+00', '01a20870-8df7-762c-9c82-9cb9a22c89ab', 'Administrator', NULL, '127.0.0.1', 'key.deleted', 'key', '01a20870-9512-762c-9c82-f50b02aa0c4d', 'Keyless', '{"owner": "Keyless", "ownerId": "01a20870-9503-762c-9c82-effc0aa1f9cd"}'),
	('01a20870-add3-762c-9c85-b0e65b733135', '2026-11-23 12:45:31.988+00', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Author', '01a20870-9410-762c-9c82-b37645b36aab', '127.0.0.1', 'quiz.deleted', 'quiz', '01a20870-97a5-762c-9c84-49d36010e72c', 'Gone', '{}');
INSERT INTO public.credentials VALUES
	('01a20870-8df7-762c-9c82-9cb9a22c89ab', '$argon2id$v=19$m=19456,p=1,t=2$WKebZ6t6N6BjlsM7WVXEww$xwS7QFgmeTVIl8dl6CmW87rB6swN6JvlQSM+b6zCXK0', '2026-11-23 12:45:23.826781+00');
INSERT INTO public.deferred_deletions VALUES
	('attempts', '01a20870-97a5-762c-9c84-49d36010e72c', '2026-11-23 12:45:31.969203+00');
INSERT INTO public.global_standings VALUES
	('01a20870-9591-762c-9c83-2c9d8867b408', 1, 3, 3, 10000, 1003),
	('01a20870-95ac-762c-9c83-3c240325ac21', 1, 0, 3, 0, 1004),
	('01a20870-95f6-762c-9c83-5ff91b8d9ad1', 1, 2, 3, 6667, 1006),
	('01a20870-9620-762c-9c83-6dcce0052065', 1, 3, 3, 10000, 1007),
	('01a20870-962d-762c-9c83-7c9e58bbdc4e', 1, 0, 3, 0, 1008),
	('01a20870-963f-762c-9c83-8c919fd30280', 1, 1, 3, 3333, 1009),
	('01a20870-9676-762c-9c83-ac78d37f0c5d', 1, 3, 3, 10000, 1011),
	('01a20870-969e-762c-9c83-bd70440b8ec9', 1, 0, 3, 0, 1012),
	('01a20870-96bc-762c-9c83-cf4751a58719', 1, 1, 3, 3333, 1013),
	('01a20870-9704-762c-9c83-ddbaf66cddce', 1, 2, 3, 6667, 1014),
	('01a20870-95d0-762c-9c83-4f3f280ea19a', 1, 1, 3, 3333, 1005),
	('01a20870-965b-762c-9c83-9ce3c79c6a99', 1, 2, 3, 6667, 1010),
	('01a20870-9742-762c-9c83-ef6a1893de90', 1, 3, 3, 10000, 1015),
	('01a20870-9524-762c-9c82-fd960ba87ed7', 2, 2, 6, 6667, 1900),
	('01a20870-9555-762c-9c83-0c117c2a1f14', 2, 3, 5, 13333, 1801),
	('01a20870-9574-762c-9c83-1da86fd8f5d0', 2, 5, 6, 16667, 1702);
INSERT INTO public.idempotency_keys VALUES
	('01a20870-9574-762c-9c83-1da86fd8f5d0', 'sent-before-the-upgrade', '\xd35b038302915d4165fffe369e3c1577edae79191871e32458097c0bbaad96f3', '01a20870-9764-762c-9c84-22b4685f82c4', '{}', '{"attemptId":"01a20870-ae1a-762c-9c85-bb005a56d83b","correctCount":3,"totalQuestions":3,"percentage":100,"passed":true,"totalTimeMs":700,"answers":[{"questionId":"01a20870-9764-762c-9c83-ff54d3c9094a","answerId":"01a20870-9764-762c-9c84-000d8b55c606","isCorrect":true,"correctAnswerId":"01a20870-9764-762c-9c84-000d8b55c606"},{"questionId":"01a20870-9764-762c-9c84-0acda0500833","answerId":"01a20870-9764-762c-9c84-0c7d26a29193","isCorrect":true,"correctAnswerId":"01a20870-9764-762c-9c84-0c7d26a29193"},{"questionId":"01a20870-9764-762c-9c84-16498135f907","answerId":"01a20870-9764-762c-9c84-182472379e45","isCorrect":true,"correctAnswerId":"01a20870-9764-762c-9c84-182472379e45"}]}', '2026-11-23 12:45:32.059219+00');
INSERT INTO public.indexed_lists VALUES
	('quizzes', '00000000-0000-0000-0000-000000000000'),
	('global-standings', '00000000-0000-0000-0000-000000000000'),
	('quiz-standings', '01a20870-9764-762c-9c84-22b4685f82c4'),
	('attempts', '01a20870-9764-762c-9c84-22b4685f82c4');
INSERT INTO public.kept_counts VALUES
	('00000000-0000-0000-0000-000000000000', 'quizzes', 1, 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', 'standings', 1, 3),
	('01a20870-9764-762c-9c84-22b4685f82c4', 'attempts', 7, 1),
	('00000000-0000-0000-0000-000000000000', 'quizzes', 3, 2),
	('00000000-0000-0000-0000-000000000000', 'ranked-users', 6, 3),
	('00000000-0000-0000-0000-000000000000', 'quizzes', 0, 1),
	('00000000-0000-0000-0000-000000000000', 'quizzes', 2, 2),
	('01a20870-9764-762c-9c84-22b4685f82c4', 'standings', 6, 3),
	('00000000-0000-0000-0000-000000000000', 'quizzes', 4, 5),
	('00000000-0000-0000-0000-000000000000', 'ranked-users', 4, 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', 'standings', 4, 1),
	('00000000-0000-0000-0000-000000000000', 'ranked-users', 3, 2),
	('00000000-0000-0000-0000-000000000000', 'ranked-users', 5, 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', 'standings', 5, 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', 'standings', 3, 2),
	('00000000-0000-0000-0000-000000000000', 'ranked-users', 2, 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', 'standings', 2, 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', 'attempts', 3, 3),
	('00000000-0000-0000-0000-000000000000', 'ranked-users', 7, 2),
	('01a20870-9764-762c-9c84-22b4685f82c4', 'standings', 7, 2),
	('01a20870-9764-762c-9c84-22b4685f82c4', 'attempts', 6, 2),
	('01a20870-9764-762c-9c84-22b4685f82c4', 'attempts', 4, 2),
	('01a20870-9764-762c-9c84-22b4685f82c4', 'attempts', 1, 2),
	('00000000-0000-0000-0000-000000000000', 'ranked-users', 1, 3),
	('00000000-0000-0000-0000-000000000000', 'ranked-users', 0, 3),
	('01a20870-9764-762c-9c84-22b4685f82c4', 'standings', 0, 3),
	('00000000-0000-0000-0000-000000000000', 'profile-changes', 4, 1),
	('00000000-0000-0000-0000-000000000000', 'profile-changes', 5, 2),
	('00000000-0000-0000-0000-000000000000', 'quizzes', 5, 3),
	('01a20870-9764-762c-9c84-22b4685f82c4', 'attempts', 5, 7),
	('01a20870-9764-762c-9c84-22b4685f82c4', 'attempts', 2, 2);
INSERT INTO public.key_usage VALUES
	('2026-11-23 12:00:00+00', '01a20870-9410-762c-9c82-b37645b36aab', 20, 0),
	('2026-11-23 12:00:00+00', '01a20870-953f-762c-9c83-060457d0b49b', 3, 0),
	('2026-11-23 12:00:00+00', '01a20870-9564-762c-9c83-1729efebf2b7', 1, 0),
	('2026-11-23 12:00:00+00', '01a20870-9582-762c-9c83-247f2be6e621', 1, 0),
	('2026-11-23 12:00:00+00', '01a20870-959f-762c-9c83-357b63b7c022', 1, 0),
	('2026-11-23 12:00:00+00', '01a20870-95bb-762c-9c83-456f1d32cc64', 1, 0),
	('2026-11-23 12:00:00+00', '01a20870-95ea-762c-9c83-572ee054e9ff', 2, 0),
	('2026-11-23 12:00:00+00', '01a20870-9617-762c-9c83-6458b92b6765', 1, 0),
	('2026-11-23 12:00:00+00', '01a20870-9627-762c-9c83-7708ddec0b55', 1, 0),
	('2026-11-23 12:00:00+00', '01a20870-9635-762c-9c83-85f2871fc65a', 1, 0),
	('2026-11-23 12:00:00+00', '01a20870-9647-762c-9c83-97ff530a5e85', 1, 0),
	('2026-11-23 12:00:00+00', '01a20870-9665-762c-9c83-a5aa98bd73fa', 2, 0),
	('2026-11-23 12:00:00+00', '01a20870-968b-762c-9c83-b4b7e00c1837', 1, 0),
	('2026-11-23 12:00:00+00', '01a20870-96b0-762c-9c83-c561324d4dda', 1, 0),
	('2026-11-23 12:00:00+00', '01a20870-96ea-762c-9c83-d5aee5be5327', 1, 0),
	('2026-11-23 12:00:00+00', '01a20870-9730-762c-9c83-e5fa0ae2f7d4', 1, 0),
	('2026-11-23 12:00:00+00', '01a20870-974e-762c-9c83-f4f94394461f', 2, 0);
INSERT INTO public.list_anchors VALUES
	('quizzes', '00000000-0000-0000-0000-000000000000', 1795437926450, 0, 0, '01a20870-9832-762c-9c84-fe65a622a5b6', 3),
	('quizzes', '00000000-0000-0000-0000-000000000000', 1795437926407, 0, 0, '01a20870-9807-762c-9c84-c1aa54ebaa0f', 3),
	('quizzes', '00000000-0000-0000-0000-000000000000', 1795437926353, 0, 0, '01a20870-97d2-762c-9c84-878aa773961e', 3),
	('quizzes', '00000000-0000-0000-0000-000000000000', 1795437926310, 0, 0, '01a20870-97a5-762c-9c84-49d36010e72c', 3),
	('quizzes', '00000000-0000-0000-0000-000000000000', 253402300799000, 9000000000000000, 9000000000000000, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 3),
	('global-standings', '00000000-0000-0000-0000-000000000000', -3, -10000, 1011, '01a20870-9676-762c-9c83-ac78d37f0c5d', 3),
	('global-standings', '00000000-0000-0000-0000-000000000000', -2, -6667, 1002, '01a20870-9574-762c-9c83-1da86fd8f5d0', 3),
	('global-standings', '00000000-0000-0000-0000-000000000000', -2, -6667, 1505, '01a20870-95d0-762c-9c83-4f3f280ea19a', 3),
	('global-standings', '00000000-0000-0000-0000-000000000000', -1, -3333, 1013, '01a20870-96bc-762c-9c83-cf4751a58719', 4),
	('global-standings', '00000000-0000-0000-0000-000000000000', -9000000000000000, -9000000000000000, -9000000000000000, '00000000-0000-0000-0000-000000000000', 3),
	('quiz-standings', '01a20870-9764-762c-9c84-22b4685f82c4', 0, 1015, 1795437926740, '01a20870-9742-762c-9c83-ef6a1893de90', 3),
	('quiz-standings', '01a20870-9764-762c-9c84-22b4685f82c4', 3333, 1006, 1795437926571, '01a20870-95f6-762c-9c83-5ff91b8d9ad1', 3),
	('quiz-standings', '01a20870-9764-762c-9c84-22b4685f82c4', 6667, 1001, 1795437926528, '01a20870-9555-762c-9c83-0c117c2a1f14', 3),
	('quiz-standings', '01a20870-9764-762c-9c84-22b4685f82c4', 6667, 1013, 1795437926728, '01a20870-96bc-762c-9c83-cf4751a58719', 4),
	('quiz-standings', '01a20870-9764-762c-9c84-22b4685f82c4', -9000000000000000, -9000000000000000, 0, '00000000-0000-0000-0000-000000000000', 3),
	('attempts', '01a20870-9764-762c-9c84-22b4685f82c4', 1795437926728, 0, 0, '01a20870-9947-762c-9c85-8140f863a33b', 3),
	('attempts', '01a20870-9764-762c-9c84-22b4685f82c4', 1795437926639, 0, 0, '01a20870-98eb-762c-9c85-72693e61e047', 3),
	('attempts', '01a20870-9764-762c-9c84-22b4685f82c4', 1795437926586, 0, 0, '01a20870-98b9-762c-9c85-67e0fa1e79f3', 3),
	('attempts', '01a20870-9764-762c-9c84-22b4685f82c4', 1795437926552, 0, 0, '01a20870-9897-762c-9c85-541e5b5d26e4', 5),
	('attempts', '01a20870-9764-762c-9c84-22b4685f82c4', 253402300799000, 9000000000000000, 9000000000000000, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 3);
INSERT INTO public.list_changes VALUES
	('quizzes', '2026-11-23 12:45:31.969203+00', '10278965-0d81-44e1-b06a-a3d7a75c4603', '{00000000-0000-0000-0000-000000000000}', '{1795437926310}', '{0}', '{0}', '{01a20870-97a5-762c-9c84-49d36010e72c}', '{-1}'),
	('global-standings', '2026-11-23 12:45:31.969203+00', 'fde50138-c665-40bd-ae8a-9686dc88cebc', '{00000000-0000-0000-0000-000000000000,00000000-0000-0000-0000-000000000000,00000000-0000-0000-0000-000000000000,00000000-0000-0000-0000-000000000000,00000000-0000-0000-0000-000000000000,00000000-0000-0000-0000-000000000000,00000000-0000-0000-0000-000000000000,00000000-0000-0000-0000-000000000000}', '{-4,-3,-3,-3,-2,-1,-2,-2}', '{-10000,-8334,-10000,-5556,-6667,-3333,-3334,-6667}', '{1515,1510,1015,2400,1505,1005,1900,1010}', '{01a20870-9742-762c-9c83-ef6a1893de90,01a20870-965b-762c-9c83-9ce3c79c6a99,01a20870-9742-762c-9c83-ef6a1893de90,01a20870-9524-762c-9c82-fd960ba87ed7,01a20870-95d0-762c-9c83-4f3f280ea19a,01a20870-95d0-762c-9c83-4f3f280ea19a,01a20870-9524-762c-9c82-fd960ba87ed7,01a20870-965b-762c-9c83-9ce3c79c6a99}', '{-1,-1,1,-1,-1,1,1,1}'),
	('attempts', '2026-11-23 12:45:32.004398+00', 'e7057bce-de0a-4451-87e2-0becc07a3ad7', '{01a20870-9764-762c-9c84-22b4685f82c4}', '{1795437932004}', '{0}', '{0}', '{01a20870-ade4-762c-9c85-b7c694276575}', '{1}'),
	('quiz-standings', '2026-11-23 12:45:32.004398+00', 'a78952e4-bed0-409f-93f6-deca5e2c5543', '{01a20870-9764-762c-9c84-22b4685f82c4,01a20870-9764-762c-9c84-22b4685f82c4}', '{0,6667}', '{800,1001}', '{1795437932004,1795437926528}', '{01a20870-9555-762c-9c83-0c117c2a1f14,01a20870-9555-762c-9c83-0c117c2a1f14}', '{1,-1}'),
	('global-standings', '2026-11-23 12:45:32.004398+00', '1c006905-a89e-4b8d-bf3a-df2f4e11d0f0', '{00000000-0000-0000-0000-000000000000,00000000-0000-0000-0000-000000000000}', '{-3,-1}', '{-6667,-3333}', '{1801,1001}', '{01a20870-9555-762c-9c83-0c117c2a1f14,01a20870-9555-762c-9c83-0c117c2a1f14}', '{1,-1}'),
	('attempts', '2026-11-23 12:45:32.059219+00', 'a7b416f6-01b6-497c-afb9-6490a919dd75', '{01a20870-9764-762c-9c84-22b4685f82c4}', '{1795437932059}', '{0}', '{0}', '{01a20870-ae1a-762c-9c85-bb005a56d83b}', '{1}'),
	('quiz-standings', '2026-11-23 12:45:32.059219+00', '8c8ad99e-208f-48d1-81c4-4ea74ae88ca1', '{01a20870-9764-762c-9c84-22b4685f82c4,01a20870-9764-762c-9c84-22b4685f82c4}', '{0,3333}', '{700,1002}', '{1795437932059,1795437926539}', '{01a20870-9574-762c-9c83-1da86fd8f5d0,01a20870-9574-762c-9c83-1da86fd8f5d0}', '{1,-1}'),
	('global-standings', '2026-11-23 12:45:32.059219+00', '1e20913d-1c7b-484b-af23-829f4f50fa9b', '{00000000-0000-0000-0000-000000000000,00000000-0000-0000-0000-000000000000}', '{-2,-5}', '{-6667,-8334}', '{1002,1702}', '{01a20870-9574-762c-9c83-1da86fd8f5d0,01a20870-9574-762c-9c83-1da86fd8f5d0}', '{-1,1}');
INSERT INTO public.migrations VALUES
	(1, 1760000000000, 'CreatePlatform1760000000000'),
	(2, 1760000100000, 'CreateUsersAndApiKeys1760000100000'),
	(3, 1760000200000, 'CreateCredentialsAndSessions1760000200000'),
	(4, 1760000300000, 'CreateQuizzes1760000300000'),
	(5, 1760000400000, 'CreateAttempts1760000400000'),
	(6, 1760000500000, 'CreateStandings1760000500000'),
	(7, 1760000600000, 'CreateAuditEntries1760000600000'),
	(8, 1760001100000, 'IndexUsersAndApiKeys1760001100000'),
	(9, 1760001110000, 'CreateKeyUsage1760001110000'),
	(10, 1760001210000, 'CreateIdentities1760001210000'),
	(11, 1760001300000, 'IndexQuizzesForSearch1760001300000'),
	(12, 1760001400000, 'IndexAttemptsByOutcome1760001400000'),
	(13, 1760001410000, 'CreateStatistics1760001410000'),
	(14, 1760001500000, 'RankUsersAscending1760001500000'),
	(15, 1760001600000, 'CreateListIndex1760001600000'),
	(16, 1760001720000, 'CreateSignInCounts1760001720000');
INSERT INTO public.question_statistics VALUES
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9764-762c-9c83-ff54d3c9094a', 17, 13, 17, 13, 65000, 525000000, 65000),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9764-762c-9c84-0acda0500833', 17, 9, 17, 9, 85000, 625000000, 65000),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9764-762c-9c84-16498135f907', 17, 4, 17, 4, 110000, 1000000000, 40000);
INSERT INTO public.quiz_days VALUES
	('01a20870-9764-762c-9c84-22b4685f82c4', '2026-11-23', 17, 4);
INSERT INTO public.quiz_scores VALUES
	('01a20870-9764-762c-9c84-22b4685f82c4', 0, 4, 0, 0),
	('01a20870-9764-762c-9c84-22b4685f82c4', 6, 4, 0, 0),
	('01a20870-9764-762c-9c84-22b4685f82c4', 13, 5, 0, 1),
	('01a20870-9764-762c-9c84-22b4685f82c4', 19, 4, 4, 1);
INSERT INTO public.quiz_standings VALUES
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9591-762c-9c83-2c9d8867b408', 0, 1003, '2026-11-23 12:45:26.546+00', 3, 3, 1, 3, 3, 10000, 1003),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-95ac-762c-9c83-3c240325ac21', 10000, 1004, '2026-11-23 12:45:26.552+00', 0, 3, 1, 0, 3, 0, 1004),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-95d0-762c-9c83-4f3f280ea19a', 6667, 1005, '2026-11-23 12:45:26.559+00', 1, 3, 1, 1, 3, 3333, 1005),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-95f6-762c-9c83-5ff91b8d9ad1', 3333, 1006, '2026-11-23 12:45:26.571+00', 2, 3, 1, 2, 3, 6667, 1006),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9620-762c-9c83-6dcce0052065', 0, 1007, '2026-11-23 12:45:26.586+00', 3, 3, 1, 3, 3, 10000, 1007),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-962d-762c-9c83-7c9e58bbdc4e', 10000, 1008, '2026-11-23 12:45:26.607+00', 0, 3, 1, 0, 3, 0, 1008),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-963f-762c-9c83-8c919fd30280', 6667, 1009, '2026-11-23 12:45:26.621+00', 1, 3, 1, 1, 3, 3333, 1009),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-965b-762c-9c83-9ce3c79c6a99', 3333, 1010, '2026-11-23 12:45:26.639+00', 2, 3, 1, 2, 3, 6667, 1010),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9676-762c-9c83-ac78d37f0c5d', 0, 1011, '2026-11-23 12:45:26.694+00', 3, 3, 1, 3, 3, 10000, 1011),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-969e-762c-9c83-bd70440b8ec9', 10000, 1012, '2026-11-23 12:45:26.716+00', 0, 3, 1, 0, 3, 0, 1012),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-96bc-762c-9c83-cf4751a58719', 6667, 1013, '2026-11-23 12:45:26.728+00', 1, 3, 1, 1, 3, 3333, 1013),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9704-762c-9c83-ddbaf66cddce', 3333, 1014, '2026-11-23 12:45:26.734+00', 2, 3, 1, 2, 3, 6667, 1014),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9742-762c-9c83-ef6a1893de90', 0, 1015, '2026-11-23 12:45:26.74+00', 3, 3, 1, 3, 3, 10000, 1015),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9524-762c-9c82-fd960ba87ed7', 3333, 900, '2026-11-23 12:45:26.77+00', 2, 3, 2, 2, 6, 6667, 1900),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9555-762c-9c83-0c117c2a1f14', 0, 800, '2026-11-23 12:45:32.004+00', 2, 2, 2, 3, 5, 13333, 1801),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-9574-762c-9c83-1da86fd8f5d0', 0, 700, '2026-11-23 12:45:32.059+00', 3, 3, 2, 5, 6, 16667, 1702);
INSERT INTO public.quiz_versions VALUES
	('01a20870-9764-762c-9c84-22b4685f82c4', 1, '[{"id": "01a20870-9764-762c-9c83-ff54d3c9094a", "text": "Peru?", "answers": [{"id": "01a20870-9764-762c-9c84-000d8b55c606", "text": "Right", "isCorrect": true}, {"id": "01a20870-9764-762c-9c84-07a5c780454f", "text": "Wrong", "isCorrect": false}], "imageUrl": null}, {"id": "01a20870-9764-762c-9c84-0acda0500833", "text": "Chad?", "answers": [{"id": "01a20870-9764-762c-9c84-0c7d26a29193", "text": "Right", "isCorrect": true}, {"id": "01a20870-9764-762c-9c84-11be271bc90d", "text": "Wrong", "isCorrect": false}], "imageUrl": null}, {"id": "01a20870-9764-762c-9c84-16498135f907", "text": "Oman?", "answers": [{"id": "01a20870-9764-762c-9c84-182472379e45", "text": "Right", "isCorrect": true}, {"id": "01a20870-9764-762c-9c84-1e9bfeb877d7", "text": "Wrong", "isCorrect": false}], "imageUrl": null}]', '{01a20870-9764-762c-9c83-ff54d3c9094a,01a20870-9764-762c-9c84-0acda0500833,01a20870-9764-762c-9c84-16498135f907}', '\xfdcd7cb039f785779377548db9f0c0f42508b1da30a7717a5a884f70ef1da3bc', '2026-11-23 12:45:26.243+00'),
	('01a20870-978d-762c-9c84-350c81687607', 1, '[{"id": "01a20870-978d-762c-9c84-283c6793df92", "text": "Which?", "answers": [{"id": "01a20870-978d-762c-9c84-2c96d9cbe8e4", "text": "Right", "isCorrect": true}, {"id": "01a20870-978d-762c-9c84-330a656ab69f", "text": "Wrong", "isCorrect": false}], "imageUrl": null}]', '{01a20870-978d-762c-9c84-283c6793df92}', '\x095b56df3bce8d9637c2a4108a267bd3b574f277a8d9a2f15f5f111ccf4e3bca', '2026-11-23 12:45:26.285+00'),
	('01a20870-97b6-762c-9c84-5d75daad6e74', 1, '[{"id": "01a20870-97b6-762c-9c84-51dc5cda56cf", "text": "What?", "answers": [{"id": "01a20870-97b6-762c-9c84-55b6e0535d0b", "text": "Right", "isCorrect": true}, {"id": "01a20870-97b6-762c-9c84-58c69011a0a8", "text": "Wrong", "isCorrect": false}], "imageUrl": null}]', '{01a20870-97b6-762c-9c84-51dc5cda56cf}', '\xbecca7ea01dbb3dcd3eb1b05cb2e8b869c6a99fff5911943b90d76890276427d', '2026-11-23 12:45:26.327+00'),
	('01a20870-97c1-762c-9c84-71aa53372f2e', 1, '[{"id": "01a20870-97c1-762c-9c84-67b43553a301", "text": "What?", "answers": [{"id": "01a20870-97c1-762c-9c84-6bbb10c288a9", "text": "Right", "isCorrect": true}, {"id": "01a20870-97c1-762c-9c84-6ee3a2c0d241", "text": "Wrong", "isCorrect": false}], "imageUrl": null}]', '{01a20870-97c1-762c-9c84-67b43553a301}', '\x6162c310ba13c2a69da01ef3a188f36f5ab3e1a38597fef429b8899ff974a460', '2026-11-23 12:45:26.338+00'),
	('01a20870-97d2-762c-9c84-878aa773961e', 1, '[{"id": "01a20870-97d2-762c-9c84-7bc99410d4b0", "text": "What?", "answers": [{"id": "01a20870-97d2-762c-9c84-7d73b9ecd574", "text": "Right", "isCorrect": true}, {"id": "01a20870-97d2-762c-9c84-80b5bb29d46a", "text": "Wrong", "isCorrect": false}], "imageUrl": null}]', '{01a20870-97d2-762c-9c84-7bc99410d4b0}', '\xe106632d2d3a633a376f45dac6598b803f58ebdf2140bb28509b88deb7dad735', '2026-11-23 12:45:26.353+00'),
	('01a20870-97e5-762c-9c84-9a1278215a9f', 1, '[{"id": "01a20870-97e5-762c-9c84-8c4bbfb506a6", "text": "What?", "answers": [{"id": "01a20870-97e5-762c-9c84-9255eaa8d8dc", "text": "Right", "isCorrect": true}, {"id": "01a20870-97e5-762c-9c84-95d9a5234507", "text": "Wrong", "isCorrect": false}], "imageUrl": null}]', '{01a20870-97e5-762c-9c84-8c4bbfb506a6}', '\x5e32f311d138d4ab158e3280052b9b8fb4f6308805d49ce97821b12af37b3fd0', '2026-11-23 12:45:26.373+00'),
	('01a20870-97f7-762c-9c84-af016034ae90', 1, '[{"id": "01a20870-97f7-762c-9c84-a0d03002c32c", "text": "What?", "answers": [{"id": "01a20870-97f7-762c-9c84-a51b5f9dad5c", "text": "Right", "isCorrect": true}, {"id": "01a20870-97f7-762c-9c84-a9e05f7e5ab7", "text": "Wrong", "isCorrect": false}], "imageUrl": null}]', '{01a20870-97f7-762c-9c84-a0d03002c32c}', '\x8fe70d9d4173655ba04fa17fdc1322a001010cdccc852a63af8fa5e4757dc492', '2026-11-23 12:45:26.391+00'),
	('01a20870-9807-762c-9c84-c1aa54ebaa0f', 1, '[{"id": "01a20870-9807-762c-9c84-b76f0f5fa679", "text": "What?", "answers": [{"id": "01a20870-9807-762c-9c84-bb33209a9e1f", "text": "Right", "isCorrect": true}, {"id": "01a20870-9807-762c-9c84-bc23d108da00", "text": "Wrong", "isCorrect": false}], "imageUrl": null}]', '{01a20870-9807-762c-9c84-b76f0f5fa679}', '\x6aed2d4de55563eb17fafcfbdcae1ad6952bc2098e52024fd002b7611d5d1515', '2026-11-23 12:45:26.407+00'),
	('01a20870-9819-762c-9c84-d71a26bf6c02', 1, '[{"id": "01a20870-9819-762c-9c84-c8a2298f3129", "text": "What?", "answers": [{"id": "01a20870-9819-762c-9c84-ced9bda8657d", "text": "Right", "isCorrect": true}, {"id": "01a20870-9819-762c-9c84-d3cea260ca8d", "text": "Wrong", "isCorrect": false}], "imageUrl": null}]', '{01a20870-9819-762c-9c84-c8a2298f3129}', '\xd930c4c45c74d94904df8c1fdcba81bada305f264dafec4d9427a1ce35968624', '2026-11-23 12:45:26.426+00'),
	('01a20870-9829-762c-9c84-eb7f8a555ade', 1, '[{"id": "01a20870-9829-762c-9c84-ddee21187b50", "text": "What?", "answers": [{"id": "01a20870-9829-762c-9c84-e3a30af22d59", "text": "Right", "isCorrect": true}, {"id": "01a20870-9829-762c-9c84-e543219dc6ef", "text": "Wrong", "isCorrect": false}], "imageUrl": null}]', '{01a20870-9829-762c-9c84-ddee21187b50}', '\x67a52108ef1f69c6a8b16d8cc81d08fb083694d8070b260033f6be124a98501d', '2026-11-23 12:45:26.441+00'),
	('01a20870-9832-762c-9c84-fe65a622a5b6', 1, '[{"id": "01a20870-9832-762c-9c84-f30e1e1a3129", "text": "What?", "answers": [{"id": "01a20870-9832-762c-9c84-f5f2e89a1b81", "text": "Right", "isCorrect": true}, {"id": "01a20870-9832-762c-9c84-fac6300e1571", "text": "Wrong", "isCorrect": false}], "imageUrl": null}]', '{01a20870-9832-762c-9c84-f30e1e1a3129}', '\xcc7854c8a15eeb94f8f0beae2045666383caa1a04e938144f83a87111642b586', '2026-11-23 12:45:26.45+00'),
	('01a20870-9848-762c-9c85-1108f7613304', 1, '[{"id": "01a20870-9848-762c-9c85-05d86bb9ba50", "text": "What?", "answers": [{"id": "01a20870-9848-762c-9c85-0a99760862d4", "text": "Right", "isCorrect": true}, {"id": "01a20870-9848-762c-9c85-0ebb67036263", "text": "Wrong", "isCorrect": false}], "imageUrl": null}]', '{01a20870-9848-762c-9c85-05d86bb9ba50}', '\x1bb854f033a129fa232f0ab3403132ab0eecfb429ae0d6d257aba70839782c6d', '2026-11-23 12:45:26.472+00'),
	('01a20870-9857-762c-9c85-27b9b9615b39', 1, '[{"id": "01a20870-9857-762c-9c85-1961155add7b", "text": "What?", "answers": [{"id": "01a20870-9857-762c-9c85-1fa090f630c4", "text": "Right", "isCorrect": true}, {"id": "01a20870-9857-762c-9c85-23b55f7a97de", "text": "Wrong", "isCorrect": false}], "imageUrl": null}]', '{01a20870-9857-762c-9c85-1961155add7b}', '\x82c466593c65b068c971827afd164ef4ce188216eeb34c41246aa352ba809e7d', '2026-11-23 12:45:26.487+00'),
	('01a20870-985d-762c-9c85-3869ecb1fd21', 1, '[{"id": "01a20870-985d-762c-9c85-2fa356a1a41b", "text": "What?", "answers": [{"id": "01a20870-985d-762c-9c85-336751b35d5c", "text": "Right", "isCorrect": true}, {"id": "01a20870-985d-762c-9c85-35e81455008d", "text": "Wrong", "isCorrect": false}], "imageUrl": null}]', '{01a20870-985d-762c-9c85-2fa356a1a41b}', '\x1ee9d2c0940caa8dccf535fd7dc9c4c17708b8c8e71837faab8f4204aee571ad', '2026-11-23 12:45:26.493+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', 2, '[{"id": "01a20870-9764-762c-9c83-ff54d3c9094a", "text": "Peru?", "answers": [{"id": "01a20870-9764-762c-9c84-000d8b55c606", "text": "Right", "isCorrect": true}, {"id": "01a20870-9764-762c-9c84-07a5c780454f", "text": "Wrong", "isCorrect": false}], "imageUrl": null}, {"id": "01a20870-9986-762c-9c85-95b1c67caa05", "text": "Mali?", "answers": [{"id": "01a20870-9986-762c-9c85-9945d0c1ad4e", "text": "Right", "isCorrect": true}, {"id": "01a20870-9986-762c-9c85-9c232e8c1532", "text": "Wrong", "isCorrect": false}], "imageUrl": null}]', '{01a20870-9764-762c-9c83-ff54d3c9094a,01a20870-9986-762c-9c85-95b1c67caa05}', '\x7a0465939b144fdabceab0c78a5c194b5b6aca0411b567d3b3ca3be98f4302b5', '2026-11-23 12:45:26.785+00');
INSERT INTO public.quizzes VALUES
	('01a20870-978d-762c-9c84-350c81687607', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Pictures', 'With an image', 'HTTPS://A.b/日本', 2, 0, true, 1, 1, '2026-11-23 12:45:26.285+00', '2026-11-23 12:45:26.285+00'),
	('01a20870-97b6-762c-9c84-5d75daad6e74', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Quiz 1', NULL, NULL, 1000, 0, true, 1, 1, '2026-11-23 12:45:26.327+00', '2026-11-23 12:45:26.327+00'),
	('01a20870-97c1-762c-9c84-71aa53372f2e', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Quiz 2', NULL, NULL, 1000, 0, true, 1, 1, '2026-11-23 12:45:26.338+00', '2026-11-23 12:45:26.338+00'),
	('01a20870-97d2-762c-9c84-878aa773961e', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Quiz 3', NULL, NULL, 1000, 0, true, 1, 1, '2026-11-23 12:45:26.353+00', '2026-11-23 12:45:26.353+00'),
	('01a20870-97e5-762c-9c84-9a1278215a9f', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Quiz 4', NULL, NULL, 1000, 0, true, 1, 1, '2026-11-23 12:45:26.373+00', '2026-11-23 12:45:26.373+00'),
	('01a20870-97f7-762c-9c84-af016034ae90', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Quiz 5', NULL, NULL, 1000, 0, true, 1, 1, '2026-11-23 12:45:26.391+00', '2026-11-23 12:45:26.391+00'),
	('01a20870-9807-762c-9c84-c1aa54ebaa0f', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Quiz 6', NULL, NULL, 1000, 0, true, 1, 1, '2026-11-23 12:45:26.407+00', '2026-11-23 12:45:26.407+00'),
	('01a20870-9819-762c-9c84-d71a26bf6c02', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Quiz 7', NULL, NULL, 1000, 0, true, 1, 1, '2026-11-23 12:45:26.426+00', '2026-11-23 12:45:26.426+00'),
	('01a20870-9829-762c-9c84-eb7f8a555ade', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Quiz 8', NULL, NULL, 1000, 0, true, 1, 1, '2026-11-23 12:45:26.441+00', '2026-11-23 12:45:26.441+00'),
	('01a20870-9832-762c-9c84-fe65a622a5b6', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Quiz 9', NULL, NULL, 1000, 0, true, 1, 1, '2026-11-23 12:45:26.45+00', '2026-11-23 12:45:26.45+00'),
	('01a20870-9848-762c-9c85-1108f7613304', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Quiz 10', NULL, NULL, 1000, 0, true, 1, 1, '2026-11-23 12:45:26.472+00', '2026-11-23 12:45:26.472+00'),
	('01a20870-9857-762c-9c85-27b9b9615b39', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Quiz 11', NULL, NULL, 1000, 0, true, 1, 1, '2026-11-23 12:45:26.487+00', '2026-11-23 12:45:26.487+00'),
	('01a20870-985d-762c-9c85-3869ecb1fd21', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Quiz 12', NULL, NULL, 1000, 0, true, 1, 1, '2026-11-23 12:45:26.493+00', '2026-11-23 12:45:26.493+00'),
	('01a20870-9764-762c-9c84-22b4685f82c4', '01a20870-93c3-762c-9c82-ab6b07e81a3b', 'Capitals', NULL, NULL, 2, 60, true, 2, 2, '2026-11-23 12:45:26.243+00', '2026-11-23 12:45:26.792+00');
INSERT INTO public.sessions VALUES
	('\xf97897183e68c96873f923a4581558abd83f9d649b1231a28b926d61be5208b4', '01a20870-8df7-762c-9c82-9cb9a22c89ab', '2026-11-23 12:45:25.170267+00', '2026-12-23 12:45:25.170267+00');
INSERT INTO public.sign_in_counts VALUES
	('\x06b5c9c655d18c0fff01e85a745fa7ed5aa5a36b01f4db44d1bcf77665d68647', 1, '2026-11-23 13:00:24.646923+00', '2026-11-23 12:45:24.646923+00'),
	('\x12ca17b49af2289436f303e0166030a21e525d266e209267433801a8fd4071a0', 1, '2026-11-23 13:00:24.646923+00', '2026-11-23 12:45:24.646923+00'),
	('\xf2da846a408ee5e2c28b38654dd6e34cc39cc29fb237f6a28a0f7cd4b87491da', 1, '2026-11-23 13:00:24.646923+00', '2026-11-23 12:45:24.646923+00');
INSERT INTO public.users VALUES
	('01a20870-8df7-762c-9c82-9cb9a22c89ab', 'admin@example.com', 'Administrator', NULL, 'admin', false, '2026-11-23 12:45:23.826781+00', '2026-11-23 12:45:23.826781+00'),
	('01a20870-93c3-762c-9c82-ab6b07e81a3b', 'author@example.com', 'Author', 'HTTPS://A.b/日本', 'admin', false, '2026-11-23 12:45:25.30275+00', '2026-11-23 12:45:25.461209+00'),
	('01a20870-948f-762c-9c82-be2da35f6374', 'viewer@example.com', 'Viewer', NULL, 'viewer', false, '2026-11-23 12:45:25.519581+00', '2026-11-23 12:45:25.519581+00'),
	('01a20870-9503-762c-9c82-effc0aa1f9cd', 'keyless@example.com', 'Keyless', NULL, 'player', false, '2026-11-23 12:45:25.633709+00', '2026-11-23 12:45:25.633709+00'),
	('01a20870-9524-762c-9c82-fd960ba87ed7', 'player1@example.com', 'Player1', NULL, 'player', false, '2026-11-23 12:45:25.667902+00', '2026-11-23 12:45:25.667902+00'),
	('01a20870-9555-762c-9c83-0c117c2a1f14', 'player2@example.com', 'Player2', NULL, 'player', false, '2026-11-23 12:45:25.711002+00', '2026-11-23 12:45:25.711002+00'),
	('01a20870-9574-762c-9c83-1da86fd8f5d0', 'player3@example.com', 'Player3', NULL, 'player', false, '2026-11-23 12:45:25.748044+00', '2026-11-23 12:45:25.748044+00'),
	('01a20870-9591-762c-9c83-2c9d8867b408', 'player4@example.com', 'Player4', NULL, 'player', false, '2026-11-23 12:45:25.777169+00', '2026-11-23 12:45:25.777169+00'),
	('01a20870-95ac-762c-9c83-3c240325ac21', 'player5@example.com', 'Player5', NULL, 'player', false, '2026-11-23 12:45:25.804808+00', '2026-11-23 12:45:25.804808+00'),
	('01a20870-95d0-762c-9c83-4f3f280ea19a', 'player6@example.com', 'Player6', NULL, 'player', false, '2026-11-23 12:45:25.840128+00', '2026-11-23 12:45:25.840128+00'),
	('01a20870-95f6-762c-9c83-5ff91b8d9ad1', 'player7@example.com', 'Player7', NULL, 'player', false, '2026-11-23 12:45:25.877112+00', '2026-11-23 12:45:25.877112+00'),
	('01a20870-9620-762c-9c83-6dcce0052065', 'player8@example.com', 'Player8', NULL, 'player', false, '2026-11-23 12:45:25.920877+00', '2026-11-23 12:45:25.920877+00'),
	('01a20870-962d-762c-9c83-7c9e58bbdc4e', 'player9@example.com', 'Player9', NULL, 'player', false, '2026-11-23 12:45:25.933333+00', '2026-11-23 12:45:25.933333+00'),
	('01a20870-963f-762c-9c83-8c919fd30280', 'player10@example.com', 'Player10', NULL, 'player', false, '2026-11-23 12:45:25.951476+00', '2026-11-23 12:45:25.951476+00'),
	('01a20870-965b-762c-9c83-9ce3c79c6a99', 'player11@example.com', 'Player11', NULL, 'player', false, '2026-11-23 12:45:25.979037+00', '2026-11-23 12:45:25.979037+00'),
	('01a20870-9676-762c-9c83-ac78d37f0c5d', 'player12@example.com', 'Player12', NULL, 'player', false, '2026-11-23 12:45:26.006478+00', '2026-11-23 12:45:26.006478+00'),
	('01a20870-969e-762c-9c83-bd70440b8ec9', 'player13@example.com', 'Player13', NULL, 'player', false, '2026-11-23 12:45:26.046501+00', '2026-11-23 12:45:26.046501+00'),
	('01a20870-96bc-762c-9c83-cf4751a58719', 'player14@example.com', 'Player14', NULL, 'player', false, '2026-11-23 12:45:26.076262+00', '2026-11-23 12:45:26.076262+00'),
	('01a20870-9704-762c-9c83-ddbaf66cddce', 'player15@example.com', 'Player15', NULL, 'player', false, '2026-11-23 12:45:26.148009+00', '2026-11-23 12:45:26.148009+00'),
	('01a20870-9742-762c-9c83-ef6a1893de90', 'player16@example.com', 'Player16', NULL, 'player', false, '2026-11-23 12:45:26.209912+00', '2026-11-23 12:45:26.209912+00'),
	('01a20870-94ab-762c-9c82-cfe196cc6db4', 'demoted@example.com', 'Demoted', NULL, 'viewer', false, '2026-11-23 12:45:25.545068+00', '2026-11-23 12:45:31.878468+00'),
	('01a20870-94df-762c-9c82-dda84fccabe4', 'suspended@example.com', 'Suspended', NULL, 'player', true, '2026-11-23 12:45:25.596743+00', '2026-11-23 12:45:31.901027+00');
SELECT pg_catalog.setval('public.migrations_id_seq', 16, true);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id);
ALTER TABLE ONLY public.activity_days
    ADD CONSTRAINT activity_days_pkey PRIMARY KEY (day);
ALTER TABLE ONLY public.activity_users
    ADD CONSTRAINT activity_users_pkey PRIMARY KEY (day, user_id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempt_counts
    ADD CONSTRAINT attempt_counts_pkey PRIMARY KEY (quiz_id, user_id);
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (quiz_id, id);
ALTER TABLE ONLY public.attempts_to_count
    ADD CONSTRAINT attempts_to_count_pkey PRIMARY KEY (recorded_at, id);
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.deferred_deletions
    ADD CONSTRAINT deferred_deletions_pkey PRIMARY KEY (name, subject);
ALTER TABLE ONLY public.global_standings
    ADD CONSTRAINT global_standings_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key);
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject);
ALTER TABLE ONLY public.indexed_lists
    ADD CONSTRAINT indexed_lists_pkey PRIMARY KEY (list, subject);
ALTER TABLE ONLY public.kept_counts
    ADD CONSTRAINT kept_counts_pkey PRIMARY KEY (subject, name, slot);
ALTER TABLE ONLY public.key_usage
    ADD CONSTRAINT key_usage_pkey PRIMARY KEY (hour, key_id);
ALTER TABLE ONLY public.list_anchors
    ADD CONSTRAINT list_anchors_pkey PRIMARY KEY (list, subject, key1, key2, key3, entry_id);
ALTER TABLE ONLY public.list_changes
    ADD CONSTRAINT list_changes_pkey PRIMARY KEY (list, logged_at, id);
ALTER TABLE ONLY public.oidc_sign_ins
    ADD CONSTRAINT oidc_sign_ins_pkey PRIMARY KEY (cookie_hash);
ALTER TABLE ONLY public.question_statistics
    ADD CONSTRAINT question_statistics_pkey PRIMARY KEY (quiz_id, question_id);
ALTER TABLE ONLY public.quiz_days
    ADD CONSTRAINT quiz_days_pkey PRIMARY KEY (quiz_id, day);
ALTER TABLE ONLY public.quiz_scores
    ADD CONSTRAINT quiz_scores_pkey PRIMARY KEY (quiz_id, range);
ALTER TABLE ONLY public.quiz_standings
    ADD CONSTRAINT quiz_standings_pkey PRIMARY KEY (quiz_id, user_id);
ALTER TABLE ONLY public.quiz_versions
    ADD CONSTRAINT quiz_versions_pkey PRIMARY KEY (quiz_id, version);
ALTER TABLE ONLY public.quizzes
    ADD CONSTRAINT quizzes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.sign_in_counts
    ADD CONSTRAINT sign_in_counts_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX api_keys_hash ON public.api_keys USING btree (hash);
CREATE INDEX api_keys_user_id ON public.api_keys USING btree (user_id);
CREATE INDEX api_keys_words ON public.api_keys USING gin (to_tsvector('simple'::regconfig, lower(regexp_replace(((name || ' '::text) || shown), '[^[:alnum:]]+'::text, ' '::text, 'g'::text)))) WITH (fastupdate=off);
CREATE INDEX attempts_by_outcome ON public.attempts USING btree (quiz_id, passed, timed_out, completed_at DESC, id DESC);
CREATE INDEX attempts_newest ON public.attempts USING btree (quiz_id, completed_at DESC, id DESC);
CREATE INDEX attempts_newest_of_user ON public.attempts USING btree (quiz_id, user_id, completed_at DESC, id DESC);
CREATE INDEX audit_entries_newest ON public.audit_entries USING btree (subject_kind, at DESC, id DESC);
CREATE INDEX audit_entries_newest_of_action ON public.audit_entries USING btree (subject_kind, action, at DESC, id DESC);
CREATE INDEX audit_entries_newest_of_actor ON public.audit_entries USING btree (subject_kind, actor_id, at DESC, id DESC);
CREATE INDEX audit_entries_newest_of_actor_and_action ON public.audit_entries USING btree (subject_kind, actor_id, action, at DESC, id DESC);
CREATE INDEX audit_entries_newest_of_subject ON public.audit_entries USING btree (subject_kind, subject_id, at DESC, id DESC, actor_id, action);
CREATE INDEX global_standings_rank ON public.global_standings USING btree (((- correct)), ((- (((2 * hundredths) + attempts) / (2 * attempts)))), time_ms, user_id);
CREATE INDEX idempotency_keys_created_at ON public.idempotency_keys USING btree (created_at);
CREATE UNIQUE INDEX identities_user_id_issuer ON public.identities USING btree (user_id, issuer);
CREATE INDEX oidc_sign_ins_expires_at ON public.oidc_sign_ins USING btree (expires_at);
CREATE INDEX quiz_standings_rank ON public.quiz_standings USING btree (quiz_id, miss, total_time_ms, completed_at, user_id);
CREATE INDEX quiz_versions_question_set ON public.quiz_versions USING btree (quiz_id, question_set, version);
CREATE INDEX quizzes_by_title ON public.quizzes USING btree (lower(title), id) INCLUDE (title);
CREATE INDEX quizzes_by_update ON public.quizzes USING btree (updated_at, id);
CREATE INDEX quizzes_newest ON public.quizzes USING btree (created_at DESC, id DESC);
CREATE INDEX quizzes_words ON public.quizzes USING gin (to_tsvector('simple'::regconfig, lower(regexp_replace(title, '[^[:alnum:]]+'::text, ' '::text, 'g'::text))));
CREATE INDEX sessions_expires_at ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user_id ON public.sessions USING btree (user_id);
CREATE INDEX sign_in_counts_ends_at ON public.sign_in_counts USING btree (ends_at);
CREATE INDEX users_created_at ON public.users USING btree (created_at, id);
CREATE INDEX users_display_name ON public.users USING btree (lower(display_name), id);
CREATE UNIQUE INDEX users_email ON public.users USING btree (email);
CREATE INDEX users_name_words ON public.users USING gin (to_tsvector('simple'::regconfig, lower(regexp_replace(display_name, '[^[:alnum:]]+'::text, ' '::text, 'g'::text)))) WITH (fastupdate=off);
CREATE INDEX users_words ON public.users USING gin (to_tsvector('simple'::regconfig, lower(regexp_replace(((display_name || ' '::text) || email), '[^[:alnum:]]+'::text, ' '::text, 'g'::text)))) WITH (fastupdate=off);
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change_of_audit_entries();
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_user FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.list_anchors
    ADD CONSTRAINT list_anchors_of_list FOREIGN KEY (list, subject) REFERENCES public.indexed_lists(list, subject) ON DELETE CASCADE;
ALTER TABLE ONLY public.quiz_versions
    ADD CONSTRAINT quiz_versions_quiz FOREIGN KEY (quiz_id) REFERENCES public.quizzes(id) ON DELETE CASCADE;
