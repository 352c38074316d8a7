package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.account.AuditJournal;
import dev.guildhall.core.account.GroupSuccession;
import dev.guildhall.core.inmemory.Pbkdf2PasswordHasher;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.core.inmemory.defaults.TimeOrderedIds;
import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretKeyFile;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupName;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.MemberCounts;
import dev.guildhall.ports.group.NewGroup;
import dev.guildhall.ports.group.NewMember;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.ports.storage.Stores;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The real use cases on the real database: many users change one group at the same time. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GroupRacesIT {
    private static final int PEOPLE = 8;
    private static final int DEEDS = 40;
    private static final List<GroupRole> ROLES = List.of(GroupRole.values());

    @AutoClose
    private final Closer closing = new Closer();

    private Stores stores;
    private Core core;
    private GroupSuccession succession;

    @BeforeAll
    void start(@TempDir Path folder) {
        SecretBox key = SecretKeyFile.open(Optional.empty(), folder);
        stores = closing.keep(Database.open(TestPostgres.newDatabase(), key)).stores();
        core = Core.of(parts -> parts.stores(stores).passwordHasher(new Pbkdf2PasswordHasher(SystemTime.SECRETS, 1)));
        succession = new GroupSuccession(
                stores,
                new AuditJournal(
                        SystemTime.CLOCK, new TimeOrderedIds(SystemTime.CLOCK, SystemTime.SECRETS), stores.audit()));
    }

    private Caller.User user(String name) {
        SignedIn signedIn =
                core.accounts().register(Caller.anonymous(), Registration.of(name + "@example.org", "correct horse"));
        return core.accounts()
                .authenticate(Caller.anonymous(), signedIn.tokens().accessToken());
    }

    @RepeatedTest(3)
    void a_group_keeps_an_owner_and_no_request_fails_with_a_deadlock() throws Exception {
        String run = Long.toString(System.nanoTime());
        List<Caller.User> people =
                IntStream.range(0, PEOPLE).mapToObj(i -> user(i + "." + run)).toList();
        List<GroupId> groups = people.stream()
                .map(owner -> core.groups().create(owner, new NewGroup(new GroupName("G"), Optional.empty())))
                .map(created -> created.group().id())
                .toList();

        atOnce(people, groups);

        assertThat(groups).allSatisfy(group -> {
            MemberCounts left = stores.memberships().count(group);
            assertThat(left.owners() > 0).isEqualTo(stores.groups().find(group).isPresent());
            assertThat(left.members() > 0).isEqualTo(left.owners() > 0);
        });
    }

    private void atOnce(List<Caller.User> people, List<GroupId> groups) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = IntStream.range(0, PEOPLE)
                    .<Future<?>>mapToObj(seed -> threads.submit(() -> live(new Random(seed), people, groups)))
                    .toList();
            for (Future<?> one : running) {
                one.get();
            }
        }
    }

    private void live(Random random, List<Caller.User> people, List<GroupId> groups) {
        for (int i = 0; i < DEEDS; i++) {
            Caller.User actor = people.get(random.nextInt(PEOPLE));
            NewMember member = new NewMember(
                    people.get(random.nextInt(PEOPLE)).profileId(), ROLES.get(random.nextInt(ROLES.size())));
            try {
                tryOne(random.nextInt(20), actor, groups.get(random.nextInt(PEOPLE)), member);
            } catch (Refusal refused) {
                assertThat(refused.problem().message()).isNotBlank();
            }
        }
    }

    private void tryOne(int action, Caller.User actor, GroupId group, NewMember member) {
        switch (action) {
            case 0 ->
                stores.transactions().run(() -> {
                    stores.accounts().lock(actor.userId());
                    succession.leaveAll(actor.userId());
                });
            case 1, 2, 3, 4 -> core.groups().remove(actor, group, member.profileId());
            case 5, 6, 7, 8, 9, 10 -> core.groups().changeRole(actor, group, member);
            default -> core.groups().add(actor, group, member);
        }
    }
}
