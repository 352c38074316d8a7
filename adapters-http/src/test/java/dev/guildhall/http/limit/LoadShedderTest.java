package dev.guildhall.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class LoadShedderTest {
    private static final int MIB = 1024 * 1024;

    private final LoadShedder shedder = new LoadShedder(64 * MIB, Duration.ZERO);

    private List<LoadShedder.Permit> admitAll() {
        List<LoadShedder.Permit> admitted = new ArrayList<>();
        while (admitted.size() < 10_000) {
            try {
                admitted.add(of("user:" + admitted.size()));
            } catch (LoadShedder.Overloaded full) {
                break;
            }
        }
        return admitted;
    }

    @Test
    void requests_whose_users_are_not_known_yet_leave_no_room_for_the_requests_of_others_only_in_thousands() {
        for (int i = 0; i < 1000; i++) {
            shedder.admit();
        }

        of("user:ada");
    }

    @Test
    void a_request_in_work_counts_as_one_mebibyte() {
        List<LoadShedder.Permit> admitted = admitAll();

        assertThat(admitted).hasSize(64);
        admitted.getFirst().close();
        assertThat(admitAll()).hasSize(1);
    }

    @Test
    void closing_a_permit_again_changes_nothing() {
        List<LoadShedder.Permit> admitted = admitAll();

        admitted.getFirst().close();
        admitted.getFirst().close();

        assertThat(admitAll()).hasSize(1);
    }

    @Test
    void requests_that_wait_leave_room_for_others() {
        List<LoadShedder.Permit> waiting = admitAll();
        waiting.forEach(LoadShedder.Permit::beginWait);

        assertThat(waiting).hasSize(64);
        assertThat(admitAll()).hasSize(63);
    }

    @Test
    void a_body_needs_many_times_its_own_size_once_it_is_read() {
        LoadShedder.Permit first = of("user:ada");
        first.reserve(MIB);
        first.beginWork();

        assertThat(admitAll()).hasSize(39);
    }

    @Test
    void a_body_that_has_no_room_is_refused_and_leaves_none_taken() {
        List<LoadShedder.Permit> admitted = admitAll();
        LoadShedder.Permit last = admitted.getLast();

        assertThatThrownBy(() -> last.reserve(2 * MIB)).isInstanceOf(LoadShedder.Overloaded.class);
        admitted.forEach(LoadShedder.Permit::close);

        assertThat(admitAll()).hasSize(64);
    }

    @Test
    void a_body_that_could_not_be_worked_on_is_refused_before_it_comes() {
        LoadShedder.Permit permit = of("user:ada");

        assertThatThrownBy(() -> permit.reserve(20 * MIB)).isInstanceOf(LoadShedder.Overloaded.class);
    }

    private LoadShedder.Permit of(String user) {
        LoadShedder.Permit permit = shedder.admit();
        try {
            permit.countFor(user);
            return permit;
        } catch (RuntimeException refused) {
            permit.close();
            throw refused;
        }
    }

    private static void assertRefused(ThrowingCallable call) {
        assertRefused("request bodies", call);
    }

    private static void assertRefused(String what, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem().message())
                                .isEqualTo("too many " + what + " at once; try again in 1 s"));
    }

    @Test
    void the_requests_of_one_user_took_all_memory_and_others_were_refused() {
        List<LoadShedder.Permit> ofAda = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            ofAda.add(of("user:ada"));
        }

        assertRefused("requests", () -> of("user:ada"));
        of("user:bob");

        ofAda.getFirst().beginWait();
        of("user:ada");
    }

    @Test
    void a_request_needs_little_memory_while_it_waits_for_others_of_its_user() throws Exception {
        LoadShedder patient = new LoadShedder(8 * MIB, Duration.ofMinutes(1));
        LoadShedder.Permit first = patient.admit();
        first.countFor("user:ada");
        List<CompletableFuture<Void>> others = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            others.add(CompletableFuture.runAsync(() -> {
                try (LoadShedder.Permit permit = patient.admit()) {
                    permit.countFor("user:ada");
                }
            }));
        }

        patient.admit().countFor("user:bob");
        first.close();

        for (CompletableFuture<Void> other : others) {
            other.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void the_bodies_of_one_user_that_arrive_get_an_eighth_whether_their_length_was_declared_or_not() {
        List<LoadShedder.Permit> declared = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            declared.add(of("user:ada"));
            declared.getLast().reserve(MIB);
        }
        LoadShedder.Permit chunked = of("user:ada");
        chunked.reserve(0);
        chunked.reserve(MIB / 2);

        assertRefused(() -> chunked.reserve(MIB));
        assertRefused(() -> of("user:ada").reserve(MIB));
        of("user:bob").reserve(MIB);

        declared.getFirst().close();
        chunked.reserve(MIB);
    }

    @Test
    void one_body_is_worked_on_though_that_needs_more_than_the_share_of_its_user_and_others_are_refused_meanwhile() {
        LoadShedder.Permit first = of("user:ada");
        first.reserve(MIB);
        first.beginWork();
        LoadShedder.Permit second = of("user:ada");
        second.reserve(MIB);

        assertRefused(second::beginWork);
        LoadShedder.Permit small = of("user:ada");
        small.reserve(64 * 1024);
        small.beginWork();
        LoadShedder.Permit bob = of("user:bob");
        bob.reserve(MIB);
        bob.beginWork();

        first.beginWait();
        second.beginWork();
    }

    @Test
    void the_bodies_that_waiting_requests_keep_filled_the_memory() {
        List<LoadShedder.Permit> waiting = new ArrayList<>();
        for (int i = 0; i < 27; i++) {
            waiting.add(of("user:ada"));
            waiting.getLast().reserve(100 * 1024);
            waiting.getLast().beginWork();
            waiting.getLast().beginWait();
        }
        LoadShedder.Permit next = of("user:ada");
        next.reserve(100 * 1024);

        assertRefused(next::beginWork);
        LoadShedder.Permit bob = of("user:bob");
        bob.reserve(100 * 1024);
        bob.beginWork();

        waiting.forEach(LoadShedder.Permit::close);
        next.beginWork();
    }

    @Test
    void what_is_held_is_free_again_when_all_requests_of_a_user_have_ended() {
        for (int i = 0; i < 100; i++) {
            LoadShedder.Permit first = of("user:ada");
            first.reserve(MIB);
            LoadShedder.Permit second = of("user:ada");
            second.reserve(3 * MIB / 2);
            first.beginWork();
            first.close();
            second.beginWork();
            second.beginWait();
            second.close();
            second.close();
        }

        assertThat(admitAll()).hasSize(64);
    }

    @Test
    void a_request_waits_for_another_one_to_end() throws Exception {
        LoadShedder patient = new LoadShedder(MIB, Duration.ofMinutes(1));
        LoadShedder.Permit first = patient.admit();
        first.countFor("user:ada");

        CompletableFuture<LoadShedder.Permit> second = CompletableFuture.supplyAsync(patient::admit);
        first.close();

        assertThat(second.get(20, TimeUnit.SECONDS)).isNotNull();
    }
}
