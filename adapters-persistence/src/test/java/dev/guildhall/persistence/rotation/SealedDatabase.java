package dev.guildhall.persistence.rotation;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.tool.PgConnectionStore;
import dev.guildhall.persistence.tool.PgConsentStore;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.Factor;
import dev.guildhall.ports.account.FactorId;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.approval.StoredApproval;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.PendingConsent;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.integration.StoredIntegration;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.ports.mail.MailId;
import dev.guildhall.ports.mail.MailKind;
import dev.guildhall.ports.mail.QueuedMail;
import dev.guildhall.ports.model.ManagedModel;
import dev.guildhall.ports.oauth.PendingOAuth;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.webchat.WebSession;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.ModelStoreContract;
import dev.guildhall.testkit.contract.TriggerStoreContract;
import dev.guildhall.testkit.contract.WebSessionStoreContract;
import dev.guildhall.testkit.contract.WebhookStoreContract;
import dev.guildhall.testkit.contract.account.SettingsStoreContract;
import dev.guildhall.testkit.contract.agent.ApprovalStoreContract;
import dev.guildhall.testkit.contract.tool.IntegrationStoreContract;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A separate database with secrets of every kind, and the values of these secrets. */
record SealedDatabase(
        DatabaseUrl url,
        SigningKey key,
        PendingOAuth signIn,
        List<Connection> connections,
        PendingConsent consent,
        Execution execution,
        IdempotencyStore.Entry request,
        WebSession session) {
    /** How many envelopes {@link #filled} stores, without that of the installation. */
    static final int SECRETS = 1 + 1 + 3 + 1 + 4 + 3 + 2 + 3 + 1 + 2 + 3 + 1 + 1;

    private static final ManagedModel MODEL = ModelStoreContract.model("model", "k3y");

    private static final StoredIntegration INTEGRATION =
            IntegrationStoreContract.server(Optional.empty(), "integration");

    private static final QueuedMail MAIL = new QueuedMail(
            new MailId("mail_1"),
            MailKind.INVITATION,
            new Email("ada@example.org"),
            Optional.of("s3cret"),
            Sample.NOW,
            0);
    private static final Map<String, Object> ANSWER = Map.of("text", "s3cret");

    /** A key whose bytes are all equal, in base64. */
    static String key(int seed) {
        byte[] key = new byte[SecretBox.KEY_BYTES];
        Arrays.fill(key, (byte) seed);
        return Base64.getEncoder().encodeToString(key);
    }

    static SecretBox box(int seed) {
        return new SecretBox(Base64.getDecoder().decode(key(seed)));
    }

    private static Factor factor(UserId user) {
        return new Factor(
                new FactorId("fac_1"),
                user,
                Optional.of("s3cret"),
                Optional.empty(),
                0,
                true,
                Sample.NOW,
                Optional.empty());
    }

    static SealedDatabase filled(String name, SecretBox box) throws SQLException {
        DatabaseUrl url = TestPostgres.newDatabase(name);
        Database.open(url, box, PoolOptions.DEFAULT).close();
        try (Pool pool = new Pool(url.dataSource(), PoolOptions.DEFAULT)) {
            Db db = new Db(pool);
            Stores stores = TestPostgres.stores(db, box);
            SigningKey key = Sample.signingKey(Sample.NOW);
            stores.signingKeys().put(key);
            PendingOAuth signIn = Sample.pendingOAuth(Sample.NOW.plusSeconds(60));
            stores.oauthStates().add(signIn, Sample.NOW, 10);
            List<Connection> connections = new ArrayList<>();
            PgConnectionStore store = new PgConnectionStore(db, box);
            connections.add(store.put(Sample.connection(Given.someUser(stores)).build()));
            connections.add(store.put(Sample.connection(Given.someUser(stores))
                    .credential(new Credential.ApiKey("k3y"))
                    .build()));
            PendingConsent consent = Sample.pendingConsent(Given.someUser(stores), Sample.NOW.plusSeconds(60));
            new PgConsentStore(db, box).add(consent, Sample.NOW, 10);
            ExecutionState.Ended failed =
                    new ExecutionState.Ended(new ToolOutcome.Failure(FailureKind.FAILED, "no 's3cret'"), Duration.ZERO);
            Execution execution =
                    Sample.execution(Given.someUser(stores)).build().with(failed);
            stores.executions().add(execution, Optional.empty());
            stores.executions().end(execution.id(), failed);
            IdempotencyStore.Entry request = new IdempotencyStore.Entry(
                    new IdempotencyStore.Key(execution.userId(), "tool.execute", new IdempotencyKey("k:1")),
                    execution.parametersDigest(),
                    execution.id().value());
            stores.idempotency().claim(request, Sample.NOW, Sample.NOW);
            stores.idempotency().answer(request.key(), request.reference(), ANSWER);
            stores.mails().add(MAIL, 1);
            stores.factors().add(factor(Given.someUser(stores)));
            stores.settings().change(before -> SettingsStoreContract.ALL);
            WebSession session = WebSessionStoreContract.session(Given.someUser(stores));
            stores.webSessions().add(session);
            stores.models().put(MODEL);
            stores.webhooks().add(WebhookStoreContract.webhook(Given.someUser(stores), "task.*"), "whsec_s3cret");
            stores.integrations().put(INTEGRATION, Optional.empty());
            stores.triggers()
                    .add(
                            TriggerStoreContract.trigger(Given.someUser(stores), Optional.empty()),
                            TriggerStoreContract.SECRET,
                            1);
            Chat chat = Given.someChat(stores);
            StoredApproval call = ApprovalStoreContract.call(chat, "c1");
            stores.approvals().suspend(ApprovalStoreContract.answer(chat), List.of(call));
            stores.approvals().decide(call.id(), ApprovalStoreContract.YES, Sample.NOW);
            return new SealedDatabase(url, key, signIn, connections, consent, execution, request, session);
        }
    }

    /** Whether all secrets can be read with this key. */
    boolean opensWith(SecretBox box) {
        Database.open(url, box, PoolOptions.DEFAULT).close();
        try (Pool pool = new Pool(url.dataSource(), PoolOptions.DEFAULT)) {
            Db db = new Db(pool);
            Stores stores = TestPostgres.stores(db, box);
            PgConnectionStore store = new PgConnectionStore(db, box);
            return stores.signingKeys().all().equals(List.of(key))
                    && stores.models().all().equals(List.of(MODEL))
                    && stores.integrations().of(Optional.empty()).equals(List.of(INTEGRATION))
                    && connections.stream()
                            .allMatch(one -> store.find(one.key()).equals(Optional.of(one)))
                    && stores.executions()
                            .ofTool(execution.toolId(), execution.userId(), PageRequest.first())
                            .items()
                            .equals(List.of(execution))
                    && stores.idempotency()
                            .claim(request, Sample.NOW, Sample.NOW)
                            .equals(new IdempotencyStore.Claim.Answered(request.reference(), ANSWER))
                    && stores.webSessions().find(session.keyHash()).equals(Optional.of(session))
                    && stores.settings().find().equals(SettingsStoreContract.ALL)
                    && stores.mails()
                            .claim(Instant.parse("9000-01-01T00:00:00Z"), Sample.NOW, 2)
                            .getFirst()
                            .secret()
                            .equals(MAIL.secret())
                    && stores.approvals().look(Sample.NOW, List.of(), 9).size() == 1
                    && onceAndBack(db, stores, box);
        }
    }

    /** Stores the values that can be taken only once again, so that they can be read again. */
    private boolean onceAndBack(Db db, Stores stores, SecretBox box) {
        PgConsentStore consents = new PgConsentStore(db, box);
        boolean same = stores.oauthStates().take(signIn.hash(), Sample.NOW).equals(Optional.of(signIn))
                && consents.take(consent.stateHash(), Sample.NOW).equals(Optional.of(consent));
        if (same) {
            stores.oauthStates().add(signIn, Sample.NOW, 10);
            consents.add(consent, Sample.NOW, 10);
        }
        return same;
    }
}
