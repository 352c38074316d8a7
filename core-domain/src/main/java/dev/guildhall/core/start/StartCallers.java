package dev.guildhall.core.start;

import dev.guildhall.core.account.AccountRoles;
import dev.guildhall.core.security.LiveKeys;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.apikey.ApiKeyStore;
import dev.guildhall.ports.apikey.LiveApiKey;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The owners of schedules and triggers as callers, with the rights that they and their API keys have now (schedules-8). */
public final class StartCallers {
    private final InstantSource clock;
    private final AccountRoles roles;
    private final ApiKeyStore keys;
    private final LiveKeys live;

    public StartCallers(InstantSource clock, AccountRoles roles, ApiKeyStore keys) {
        this.clock = clock;
        this.roles = roles;
        this.keys = keys;
        this.live = new LiveKeys(clock, keys);
    }

    /**
     * The caller who starts work.
     *
     * @param session the schedule or trigger
     * @throws Refusal with {@code CommonProblem.Unauthenticated} when the account or its API key is no longer valid
     */
    public Caller.User of(UserId owner, Actor actor, String session) {
        Set<Role> now = roles.of(owner)
                .orElseThrow(() ->
                        new Refusal(new CommonProblem.Unauthenticated("the account has been erased or disabled")));
        Optional<LiveApiKey> key = actor.keyId().map(this::live);
        return new Caller.User(
                owner,
                actor.profileId(),
                new SessionId(session),
                now,
                key.flatMap(known -> known.key().scope().tools()).map(AllowedTools::new),
                key.map(LiveApiKey::ofCaller));
    }

    /** Whether the owner may start work now: the account is there and enabled, and the API key valid. */
    public boolean mayStart(UserId owner, Actor actor) {
        return roles.of(owner).isPresent() && live.isLive(actor.keyId());
    }

    /** What ends with its API key. */
    public LiveKeys keys() {
        return live;
    }

    private LiveApiKey live(ApiKeyId id) {
        return keys.live(List.of(id), clock.instant()).stream()
                .findFirst()
                .orElseThrow(
                        () -> new Refusal(new CommonProblem.Unauthenticated("the API key was revoked or has expired")));
    }
}
