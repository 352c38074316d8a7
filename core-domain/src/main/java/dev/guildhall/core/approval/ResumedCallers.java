package dev.guildhall.core.approval;

import dev.guildhall.core.account.AccountRoles;
import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.apikey.ApiKeyStore;
import dev.guildhall.ports.apikey.LiveApiKey;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The callers of answers that go on after their requests: with the rights that they have now. */
public final class ResumedCallers {
    private final InstantSource clock;
    private final AccountRoles roles;
    private final ApiKeyStore keys;

    public ResumedCallers(InstantSource clock, AccountRoles roles, Stores stores) {
        this.clock = clock;
        this.roles = roles;
        this.keys = stores.apiKeys();
    }

    /**
     * The caller of an answer.
     *
     * @throws Refusal with {@code CommonProblem.Unauthenticated} when the account or its API key is no longer valid
     */
    public Caller.User of(SuspendedAnswer.InChat answer) {
        Caller.User asked = roles.current(answer.handover().caller());
        return answer.keyId().map(id -> withKey(asked, live(id))).orElse(asked);
    }

    private static Caller.User withKey(Caller.User asked, LiveApiKey key) {
        Caller.User now = new Caller.User(
                asked.userId(),
                asked.profileId(),
                asked.sessionId(),
                asked.roles(),
                key.key().scope().tools().map(AllowedTools::new),
                Optional.of(key.ofCaller()));
        return asked.allowedTools()
                .map(allowed -> now.restrictedTo(allowed.entries()))
                .orElse(now);
    }

    private LiveApiKey live(ApiKeyId id) {
        return keys.live(List.of(id), clock.instant()).stream()
                .findFirst()
                .orElseThrow(() -> new Refusal(
                        new CommonProblem.Unauthenticated("the API key that asked was revoked or has expired")));
    }
}
