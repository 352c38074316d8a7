package dev.guildhall.core.account;

import dev.guildhall.core.config.GroupLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.profile.NewProfile;
import dev.guildhall.ports.profile.OwnProfile;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.profile.ProfileActivation;
import dev.guildhall.ports.profile.ProfileChange;
import dev.guildhall.ports.profile.ProfileStore;
import dev.guildhall.ports.profile.Profiles;
import dev.guildhall.ports.storage.AccountStores;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** Creates, changes and activates the profiles of an account. */
public final class ProfileService implements Profiles {
    private final InstantSource clock;
    private final IdSource ids;
    private final Transactions transactions;
    private final AccountStore accounts;
    private final ProfileStore profiles;
    private final AuditJournal journal;
    private final SessionService sessions;
    private final GroupLimits limits;

    public ProfileService(
            SessionService.Sources sources,
            AccountStores stores,
            AuditJournal journal,
            SessionService sessions,
            GroupLimits limits) {
        this.clock = sources.clock();
        this.ids = sources.ids();
        this.transactions = stores.transactions();
        this.accounts = stores.accounts();
        this.profiles = stores.profiles();
        this.journal = journal;
        this.sessions = sessions;
        this.limits = limits;
    }

    @Override
    public Page<OwnProfile> list(Caller caller, PageRequest page) {
        UserId userId = caller.requireUser().userId();
        Account account = accounts.find(userId).orElseThrow(ProfileService::noAccount);
        Page<Profile> part = Page.newestFirst(profiles.ofUser(userId), page, Profile::id);
        return new Page<>(
                part.items().stream().map(profile -> seenBy(account, profile)).toList(), part.next());
    }

    @Override
    public OwnProfile add(Caller caller, NewProfile wanted) {
        Caller.User user = caller.requireSession();
        UserId userId = user.userId();
        Profile profile = new Profile(
                new ProfileId(ids.next("prf")), userId, wanted.displayName(), wanted.avatar(), clock.instant());
        transactions.run(() -> {
            if (accounts.lock(userId).isEmpty()) {
                throw noAccount();
            }
            if (profiles.ofUser(userId).size() >= limits.profiles()) {
                throw new Refusal(new AccountProblem.TooManyProfiles(limits.profiles()));
            }
            profiles.add(profile);
            note(user, AuditAction.PROFILE_ADDED, profile.id());
        });
        return new OwnProfile(profile, false);
    }

    @Override
    public OwnProfile change(Caller caller, ProfileId id, ProfileChange change) {
        Caller.User user = caller.requireSession();
        UserId userId = user.userId();
        return transactions.inTransaction(() -> {
            Profile changed = change.applyTo(own(userId, profiles.lock(id)));
            profiles.change(changed);
            note(user, AuditAction.PROFILE_CHANGED, id);
            return seenBy(accounts.find(userId).orElseThrow(ProfileService::noAccount), changed);
        });
    }

    @Override
    public ProfileActivation activate(Caller caller, ProfileId id) {
        Caller.User user = caller.requireSession();
        own(user.userId(), profiles.find(id));
        ProfileActivation activation = sessions.switchedTo(user, id);
        transactions.run(() -> {
            accounts.setActiveProfile(user.userId(), id);
            note(user, AuditAction.PROFILE_ACTIVATED, id);
        });
        sessions.changed(user);
        return activation;
    }

    private void note(Caller.User user, AuditAction action, ProfileId id) {
        journal.note(
                user.userId(),
                action,
                Map.of(AuditDetail.SESSION_ID, user.sessionId().value(), AuditDetail.PROFILE_ID, id.value()));
    }

    private static Profile own(UserId userId, Optional<Profile> found) {
        return found.filter(profile -> profile.userId().equals(userId))
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("profile")));
    }

    private static OwnProfile seenBy(Account account, Profile profile) {
        return new OwnProfile(profile, profile.id().equals(account.activeProfileId()));
    }

    private static Refusal noAccount() {
        return new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
    }
}
