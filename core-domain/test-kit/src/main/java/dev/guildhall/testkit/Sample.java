package dev.guildhall.testkit;

import dev.guildhall.ports.AuditId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdentityId;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.PendingConsent;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.key.KeyMaterial;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.ports.oauth.IdentityKey;
import dev.guildhall.ports.oauth.LinkedIdentity;
import dev.guildhall.ports.oauth.OAuthProof;
import dev.guildhall.ports.oauth.OAuthStateHash;
import dev.guildhall.ports.oauth.PendingOAuth;
import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.session.RefreshTokenHash;
import dev.guildhall.ports.session.TokenExchange;
import dev.guildhall.ports.tool.ToolOutcome;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Creates test data: every call returns identifiers that no other call returned. */
public final class Sample {
    /** The creation time of test data. */
    public static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

    private static final AtomicLong COUNTER = new AtomicLong();

    private Sample() {}

    /** A new identifier. */
    public static String id(String prefix) {
        return "%s_sample%08d".formatted(prefix, COUNTER.incrementAndGet());
    }

    /** A copy of a record in which one component has another value. */
    public static <R extends Record> R with(R record, String component, Object value) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        if (Stream.of(components).noneMatch(each -> each.getName().equals(component))) {
            throw new IllegalArgumentException(record.getClass() + " has no component " + component);
        }
        try {
            Object[] values = new Object[components.length];
            for (int i = 0; i < components.length; i++) {
                boolean isOther = components[i].getName().equals(component);
                values[i] = isOther ? value : components[i].getAccessor().invoke(record);
            }
            Class<?>[] types =
                    Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            @SuppressWarnings("unchecked")
            Class<R> type = (Class<R>) record.getClass();
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A user who has signed in and has only the role {@code user}. */
    public static Caller.User user() {
        return new Caller.User(
                new UserId(id("usr")), new ProfileId(id("prf")), new SessionId(id("ses")), Set.of(Role.USER));
    }

    /** A user of another issuer, who has no account. */
    public static Caller.User external(String name) {
        return new Caller.User(
                new UserId(UserId.EXTERNAL + name),
                new ProfileId("prf_" + name),
                new SessionId("ses_" + name),
                Set.of(Role.USER));
    }

    public static SampleAccount account() {
        return new SampleAccount();
    }

    public static SampleProfile profile(UserId userId) {
        return new SampleProfile(userId);
    }

    public static SampleSession session(UserId userId) {
        return new SampleSession(userId);
    }

    public static SampleGroup group() {
        return new SampleGroup();
    }

    public static SampleMembership membership(GroupId groupId, ProfileId profileId) {
        return new SampleMembership(groupId, profileId);
    }

    public static SampleChat chat(UserId userId) {
        return new SampleChat(userId);
    }

    public static SampleMemory memory(UserId userId) {
        return new SampleMemory(userId);
    }

    public static SampleConnection connection(UserId userId) {
        return new SampleConnection(userId);
    }

    public static SampleTool tool() {
        return new SampleTool();
    }

    public static SampleExecution execution(UserId userId) {
        return new SampleExecution(userId);
    }

    public static SampleTask task(UserId owner) {
        return new SampleTask(owner);
    }

    public static SampleWorkflow workflow(UserId owner) {
        return new SampleWorkflow(owner);
    }

    public static SampleRun run() {
        return new SampleRun();
    }

    /** A connection that waits for a consent. */
    public static PendingConsent pendingConsent(UserId userId, Instant expiresAt) {
        return new PendingConsent(
                id("hash"),
                new Connection.Key(userId, new IntegrationName("sample")),
                new RedirectUri("https://app.example/back?to=%2F"),
                List.of(new Scope("repo"), new Scope("read:user")),
                "verifier " + id("v"),
                expiresAt,
                Optional.of("registration " + id("r")));
    }

    /** The hash of a refresh token that was never issued. */
    public static RefreshTokenHash refreshToken() {
        return new RefreshTokenHash(id("hash"));
    }

    /** An exchange of a refresh token without a grace period. */
    public static TokenExchange exchange(RefreshTokenHash presented, RefreshTokenHash successor, Instant expiresAt) {
        return new TokenExchange(
                presented, successor, expiresAt, Optional.empty(), new AuditId(id("aud")), Optional.empty());
    }

    /** A retired key, which does not sign. */
    public static SigningKey signingKey(Instant createdAt) {
        return new SigningKey(keyMaterial(), createdAt, new KeyPhase.Retired(createdAt, createdAt.plusSeconds(1)));
    }

    /** Key material without real keys. */
    public static KeyMaterial keyMaterial() {
        String keyId = id("key");
        return new KeyMaterial(keyId, "private part of " + keyId, "public part of " + keyId);
    }

    /** An identity of an account, at a provider that exists only in tests. */
    public static LinkedIdentity identity(UserId userId) {
        IdentityKey key = new IdentityKey("https://provider.example", id("subject"));
        return new LinkedIdentity(new IdentityId(id("idn")), userId, new ProviderName("sample"), key, NOW);
    }

    /** An entry of the audit trail. */
    public static AuditEntry auditEntry(Optional<UserId> whose, AuditAction action, Instant at) {
        return new AuditEntry(new AuditId(id("aud")), whose, action, Map.of(AuditDetail.SESSION_ID, id("ses")), at);
    }

    /** A sign-in that has begun. */
    public static PendingOAuth pendingOAuth(Instant expiresAt) {
        return new PendingOAuth(
                new OAuthStateHash(id("hash")),
                new ProviderName("sample"),
                new RedirectUri("https://app.example/back?to=%2F"),
                new OAuthProof("verifier " + id("v"), "nonce " + id("n")),
                Optional.empty(),
                expiresAt);
    }

    /** A message of a user. */
    public static ChatEntry said(String content) {
        return new ChatEntry(Speaker.USER, content, NOW);
    }

    /** A message of the agent after it has used tools. */
    public static ChatEntry answered(String content, ToolUse... uses) {
        return new ChatEntry(Speaker.ASSISTANT, content, List.of(uses), NOW);
    }

    /** A call of a tool with its outcome. */
    public static ToolUse toolUse(Map<String, Object> parameters, ToolOutcome outcome) {
        return new ToolUse(id("call"), 1, "calculator.evaluate", parameters, outcome);
    }

    /** A question of a server during a tool call. */
    public static ToolQuestion toolQuestion(ToolQuestion.Subject subject) {
        return new ToolQuestion(
                new QuestionId(id("ask")),
                id("call"),
                "travel.book",
                "travel",
                "Where „to“?",
                subject,
                NOW.plus(Duration.ofMinutes(5)));
    }
}
