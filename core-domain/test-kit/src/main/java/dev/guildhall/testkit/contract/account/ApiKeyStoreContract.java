package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Budget;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountRights;
import dev.guildhall.ports.apikey.ApiKey;
import dev.guildhall.ports.apikey.ApiKeyHash;
import dev.guildhall.ports.apikey.ApiKeyName;
import dev.guildhall.ports.apikey.ApiKeyScope;
import dev.guildhall.ports.apikey.ApiKeyStore;
import dev.guildhall.ports.apikey.LiveApiKey;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.Membership;
import dev.guildhall.ports.group.MembershipId;
import dev.guildhall.ports.storage.Stores;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What every {@link ApiKeyStore} does. */
public interface ApiKeyStoreContract {
    /** All that a key may have. */
    Caller.Key.Limits LIMITS = new Caller.Key.Limits(
            new RateLimit(60),
            new RateLimit(100_000),
            Optional.of(new Budget(new BigDecimal("12.5"), Currency.getInstance("EUR"), Budget.Period.DAY)));

    Stores stores();

    private ApiKeyStore keys() {
        return stores().apiKeys();
    }

    private static ApiKeyHash hashOf(ApiKey key) {
        return new ApiKeyHash("hash of " + key.id().value());
    }

    private ApiKey added(UserId user, Optional<Instant> expiresAt, ApiKeyScope scope, Caller.Key.Limits limits) {
        ApiKey key = new ApiKey(
                new ApiKeyId(Sample.id("key")),
                user,
                Optional.of(user),
                new ApiKeyName("nightly job"),
                "gh_prefix",
                Sample.NOW,
                expiresAt,
                Optional.empty(),
                scope,
                limits);
        keys().add(key, hashOf(key));
        return key;
    }

    private ApiKey added(UserId user) {
        return added(user, Optional.empty(), ApiKeyScope.ALL, Caller.Key.Limits.NONE);
    }

    @Test
    default void a_key_is_read_unchanged_with_and_without_optional_parts() {
        UserId user = Given.someUser(stores());
        ApiKey plain = added(user);
        ApiKeyScope narrow = new ApiKeyScope(
                Optional.of(Set.of("completion", "tools")), Optional.of(Set.of()), Optional.of(Set.of("gpt-4o")));
        ApiKey full = added(user, Optional.of(Sample.NOW.plusSeconds(60)), narrow, LIMITS);

        assertThat(keys().find(plain.id())).contains(plain);
        assertThat(keys().find(full.id())).contains(full);
        assertThat(keys().find(new ApiKeyId(Sample.id("key")))).isEmpty();
    }

    @Test
    default void a_key_is_found_by_its_hash_with_its_account_until_it_expires() {
        Account account = stores().accounts().find(Given.someUser(stores())).orElseThrow();
        ApiKey key =
                added(account.id(), Optional.of(Sample.NOW.plusSeconds(60)), ApiKeyScope.ALL, Caller.Key.Limits.NONE);
        AccountRights rights = new AccountRights(true, Set.of(), Optional.empty());
        stores().accounts().setRights(account.id(), rights);
        LiveApiKey live = new LiveApiKey(key, account.withRights(rights), account.id());

        assertThat(keys().live(hashOf(key), Sample.NOW)).contains(live);
        assertThat(keys().live(List.of(key.id(), new ApiKeyId(Sample.id("key"))), Sample.NOW))
                .containsExactly(live);
        assertThat(keys().live(hashOf(key), Sample.NOW.plusSeconds(60))).isEmpty();
        assertThat(keys().live(List.of(key.id()), Sample.NOW.plusSeconds(60))).isEmpty();
        assertThat(keys().live(new ApiKeyHash("another"), Sample.NOW)).isEmpty();
    }

    @Test
    default void a_key_of_a_group_counts_for_its_maker_while_enabled_then_for_the_longest_standing_owner() {
        UserId service = Given.someUser(stores());
        GroupId group = Given.someGroup(stores());
        stores().groups().setServiceAccount(group, service);
        UserId first = owner(group, Sample.NOW);
        UserId maker = owner(group, Sample.NOW.plusSeconds(5));
        ApiKey key = added(service, maker);
        ApiKey ofMaker = added(maker);

        assertThat(countsFor(key)).isEqualTo(maker);
        assertThat(countsFor(ofMaker)).isEqualTo(maker);

        stores().accounts().setRights(maker, new AccountRights(true, Set.of(), Optional.empty()));
        assertThat(countsFor(key)).isEqualTo(first);

        stores().accounts().setRights(maker, new AccountRights(false, Set.of(), Optional.empty()));
        assertThat(countsFor(key)).isEqualTo(maker);

        stores().erase(maker);
        assertThat(countsFor(key)).isEqualTo(first);
        assertThat(keys().find(key.id())).contains(key.withoutMaker());
    }

    private UserId owner(GroupId group, Instant since) {
        ProfileId profile = Given.someProfile(stores());
        stores().memberships()
                .add(new Membership(new MembershipId(Sample.id("mbr")), group, profile, GroupRole.OWNER, since));
        return stores().profiles().find(profile).orElseThrow().userId();
    }

    private ApiKey added(UserId user, UserId maker) {
        ApiKey sample = added(maker);
        ApiKey key = new ApiKey(
                new ApiKeyId(Sample.id("key")),
                user,
                Optional.of(maker),
                sample.name(),
                sample.prefix(),
                sample.createdAt(),
                sample.expiresAt(),
                sample.lastUsedAt(),
                sample.scope(),
                sample.limits());
        keys().add(key, hashOf(key));
        return key;
    }

    private UserId countsFor(ApiKey key) {
        return keys().live(hashOf(key), Sample.NOW).orElseThrow().countsFor();
    }

    @Test
    default void keys_of_an_account_are_listed_newest_first_and_counted() {
        UserId user = Given.someUser(stores());
        ApiKey first = added(user);
        ApiKey second = added(user);
        ApiKey third = added(user);
        added(Given.someUser(stores()));

        Page<ApiKey> page = keys().list(Optional.of(user), new PageRequest(new Limit(2), Optional.empty()));

        assertThat(page.items()).containsExactly(third, second);
        assertThat(keys().list(Optional.of(user), new PageRequest(new Limit(2), page.next()))
                        .items())
                .containsExactly(first);
        assertThat(keys().count(user)).isEqualTo(3);
    }

    @Test
    default void a_change_replaces_name_and_limits() {
        ApiKey key = added(Given.someUser(stores()));
        ApiKey changed = key.withName(new ApiKeyName("other")).withLimits(LIMITS);

        keys().change(changed);

        assertThat(keys().find(key.id())).contains(changed);
    }

    @Test
    default void a_removed_key_is_gone_and_is_removed_once() {
        ApiKey key = added(Given.someUser(stores()));

        assertThat(keys().remove(key.id())).isTrue();
        assertThat(keys().remove(key.id())).isFalse();
        assertThat(keys().find(key.id())).isEmpty();
    }

    @Test
    default void all_keys_of_one_account_are_removed_together() {
        UserId user = Given.someUser(stores());
        ApiKey first = added(user);
        ApiKey second = added(user);
        ApiKey other = added(Given.someUser(stores()));

        assertThat(keys().removeAll(user)).containsExactlyInAnyOrder(first.id(), second.id());
        assertThat(keys().removeAll(user)).isEmpty();

        assertThat(keys().count(user)).isZero();
        assertThat(keys().live(hashOf(first), Sample.NOW)).isEmpty();
        assertThat(keys().find(other.id())).contains(other);
    }

    @Test
    default void only_a_later_use_is_noted() {
        ApiKey key = added(Given.someUser(stores()));
        Instant later = Sample.NOW.plusSeconds(5);

        keys().noteUses(Map.of(key.id(), later, new ApiKeyId(Sample.id("key")), later));
        keys().noteUses(Map.of(key.id(), Sample.NOW));

        assertThat(keys().find(key.id())).contains(key.usedAt(later));
    }

    @Test
    default void erasing_an_account_removes_its_keys() {
        UserId user = Given.someUser(stores());
        ApiKey key = added(user);

        stores().erase(user);

        assertThat(keys().find(key.id())).isEmpty();
        assertThat(keys().live(hashOf(key), Sample.NOW)).isEmpty();
    }
}
