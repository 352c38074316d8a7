package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.guildhall.core.Refused;
import dev.guildhall.core.config.Prices;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.audit.AuditFilter;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelCapability;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupName;
import dev.guildhall.ports.group.NewGroup;
import dev.guildhall.ports.model.Deployment;
import dev.guildhall.ports.model.ManagedModel;
import dev.guildhall.ports.model.ModelChange;
import dev.guildhall.ports.model.ModelConnector;
import dev.guildhall.ports.model.ModelDefinition;
import dev.guildhall.ports.model.ModelStore;
import dev.guildhall.ports.model.ModelTest;
import dev.guildhall.ports.model.Models;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.settings.SettingsChange;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Models that administrators set up, in force for requests. */
class ManagedModelsTest {
    private static final String INSIDE = "http://10.0.0.7:8000/v1";

    private final Providers providers = new Providers();
    private final CompletionFixture fixture = new CompletionFixture(parts -> parts.modelConnector(providers)
            .prices(new Prices(
                    Prices.NONE.currency(),
                    Map.of("priced", new ModelPrice(BigDecimal.TEN, BigDecimal.TEN, BigDecimal.TEN, BigDecimal.TEN)))));
    private final Caller.User admin = fixture.caller().withRoles(Set.of(Role.USER, Role.ADMIN));
    private final Caller.User user = fixture.installation().someone();

    /** Makes a fake model for each address. */
    private static final class Providers implements ModelConnector {
        private final Map<String, FakeModel> byAddress = new HashMap<>();
        private int connected;

        FakeModel at(String address) {
            return byAddress.computeIfAbsent(address, FakeModel::new);
        }

        @Override
        public List<ModelDefinition> environment() {
            return List.of(definition("fast", deployment("1", "first")).withDefault(true));
        }

        @Override
        public Deployment completed(Deployment deployment) {
            if (!deployment.provider().equals("openai")) {
                throw Refusal.invalid("provider", "is unknown");
            }
            return deployment.baseUrl().isEmpty() ? deployment.withBaseUrl("https://usual") : deployment;
        }

        @Override
        public ChatModel connect(Deployment deployment) {
            connected++;
            return at(deployment.baseUrl());
        }
    }

    private static Deployment deployment(String id, String address) {
        return new Deployment(id, "openai", address, Optional.of("k3y"), "their-" + id, Deployment.Dialect.CHAT, 1);
    }

    private static ModelDefinition definition(String name, Deployment... deployments) {
        return new ModelDefinition(
                name,
                List.of(deployments),
                ModelDefinition.Choice.WEIGHTED,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                true,
                false);
    }

    private static ModelDefinition with(ModelDefinition model, Optional<Set<GroupId>> groups, String... fallbacks) {
        return new ModelDefinition(
                model.name(),
                model.deployments(),
                model.choice(),
                List.of(fallbacks),
                model.price(),
                model.contextTokens(),
                groups,
                model.capabilities(),
                model.enabled(),
                model.isDefault());
    }

    private static ModelChange change(Optional<List<Deployment>> deployments, Optional<Integer> version) {
        return new ModelChange(
                deployments,
                Optional.empty(),
                Optional.empty(),
                new Change.Kept<>(),
                new Change.Kept<>(),
                new Change.Kept<>(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                version);
    }

    private static ModelChange enabled(boolean now) {
        return new ModelChange(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new Change.Kept<>(),
                new Change.Kept<>(),
                new Change.Kept<>(),
                Optional.empty(),
                Optional.of(now),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void what_an_administrator_says_that_a_model_can_do_is_listed_and_changed() {
        ModelDefinition plain = definition("seeing", deployment("a", "https://one"));
        models().create(
                        admin,
                        new ModelDefinition(
                                plain.name(),
                                plain.deployments(),
                                plain.choice(),
                                plain.fallbacks(),
                                plain.price(),
                                plain.contextTokens(),
                                plain.groups(),
                                Set.of(ModelCapability.IMAGES),
                                true,
                                false));
        Set<ModelCapability> first = capabilitiesOf("seeing");

        models().change(
                        admin,
                        "seeing",
                        new ModelChange(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                new Change.Kept<>(),
                                new Change.Kept<>(),
                                new Change.Kept<>(),
                                Optional.of(Set.of(ModelCapability.REASONING)),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()));

        assertThat(first).containsExactly(ModelCapability.IMAGES);
        assertThat(capabilitiesOf("seeing")).containsExactly(ModelCapability.REASONING);
        assertThat(capabilitiesOf("fast")).isEmpty();
    }

    private Set<ModelCapability> capabilitiesOf(String name) {
        return fixture.installation().core().completions().models(user).models().stream()
                .filter(model -> model.id().equals(name))
                .findFirst()
                .orElseThrow()
                .capabilities();
    }

    private Models models() {
        return fixture.installation().core().models();
    }

    private Completion ask(String model) {
        return fixture.completions().complete(user, CompletionRequest.of("Hi").withModel(model));
    }

    private List<String> listed(Caller caller) {
        return fixture.completions().models(caller).models().stream()
                .map(ModelCatalogue.Model::id)
                .toList();
    }

    private static Problem problemOf(ThrowingCallable call) {
        return catchThrowableOfType(Refusal.class, call).problem();
    }

    private static String faultOf(ThrowingCallable call) {
        Problem problem = problemOf(call);
        assertThat(problem).isInstanceOf(CommonProblem.Invalid.class);
        return problem.message();
    }

    @Test
    void a_new_model_is_asked_at_its_deployment_under_the_providers_name() {
        models().create(admin, definition("mine", deployment("a", "https://one")));

        ask("mine");

        assertThat(providers.at("https://one").asked())
                .singleElement()
                .satisfies(asked -> assertThat(asked.sampling().model()).contains("their-a"));
        assertThat(fixture.model().asked()).isEmpty();
        assertThat(listed(user)).containsExactly("fast", "mine");
    }

    @Test
    void a_request_without_a_model_goes_to_the_default_that_an_admin_sets_and_back_when_it_is_removed() {
        models().create(
                        admin,
                        definition("mine", deployment("a", "https://one")).withDefault(true));

        fixture.completions().complete(user, CompletionRequest.of("Hi"));
        models().delete(admin, "mine");
        fixture.completions().complete(user, CompletionRequest.of("Hi"));

        assertThat(providers.at("https://one").asked()).hasSize(1);
        assertThat(fixture.model().asked()).hasSize(1);
    }

    @Test
    void a_model_that_the_settings_choose_answers_requests_without_one_as_long_as_it_can() {
        models().create(admin, definition("one", deployment("a", "https://one")).withDefault(true));
        models().create(admin, definition("two", deployment("a", "https://two")));
        choose(new Change.Replaced<>("two"));

        askWithoutModel();
        models().delete(admin, "two");
        askWithoutModel();
        assertThat(Refused.by(() -> choose(new Change.Replaced<>("two")))).isInstanceOf(CommonProblem.Invalid.class);
        models().create(admin, definition("two", deployment("a", "https://two")));
        askWithoutModel();
        choose(new Change.Cleared<>());
        askWithoutModel();

        assertThat(providers.at("https://two").asked()).hasSize(2);
        assertThat(providers.at("https://one").asked()).hasSize(2);
    }

    private void askWithoutModel() {
        fixture.completions().complete(user, CompletionRequest.of("Hi"));
    }

    private void choose(Change<String> model) {
        fixture.installation()
                .core()
                .settings()
                .change(
                        admin,
                        new SettingsChange(
                                new Change.Kept<>(),
                                new Change.Kept<>(),
                                new Change.Kept<>(),
                                new Change.Kept<>(),
                                new Change.Kept<>(),
                                model,
                                new Change.Kept<>()));
    }

    @Test
    void the_default_is_taken_from_the_other_model() {
        models().create(admin, definition("one", deployment("a", "https://one")).withDefault(true));
        models().create(admin, definition("two", deployment("a", "https://two")).withDefault(true));

        assertThat(models().list(admin))
                .extracting(ManagedModel::name, model -> model.definition().isDefault(), ManagedModel::version)
                .containsExactly(tuple("fast", false, 0), tuple("one", false, 2), tuple("two", true, 1));
    }

    @Test
    void a_disabled_model_is_unknown_and_is_sent_to_no_other_provider() {
        models().create(admin, definition("mine", deployment("a", "https://one")));
        models().change(admin, "mine", enabled(false));

        assertThat(problemOf(() -> ask("mine"))).isInstanceOf(CompletionProblem.UnknownModel.class);
        assertThat(listed(user)).containsExactly("fast");
        assertThat(fixture.model().asked()).isEmpty();
        assertThat(providers.at("https://one").asked()).isEmpty();
    }

    @Test
    void a_model_of_a_group_is_known_to_its_members_alone() {
        GroupId group = fixture.installation()
                .core()
                .groups()
                .create(user, new NewGroup(GroupName.parse("Ada's"), Optional.empty()))
                .group()
                .id();
        models().create(admin, with(definition("mine", deployment("a", "https://one")), Optional.of(Set.of(group))));

        ask("mine");

        assertThat(listed(user)).contains("mine");
        assertThat(listed(admin)).doesNotContain("mine");
        assertThat(problemOf(() -> fixture.completions()
                        .complete(admin, CompletionRequest.of("Hi").withModel("mine"))))
                .isInstanceOf(CompletionProblem.UnknownModel.class);
        assertThat(providers.at("https://one").asked()).hasSize(1);
    }

    @Test
    void a_fallback_that_the_caller_may_not_use_or_that_was_removed_is_not_asked() {
        models().create(admin, definition("hidden", deployment("a", "https://hidden")));
        models().create(admin, definition("gone", deployment("a", "https://gone")));
        models().create(admin, definition("spare", deployment("a", "https://spare")));
        models().create(
                        admin,
                        with(
                                definition("mine", deployment("a", "https://one")),
                                Optional.empty(),
                                "hidden",
                                "gone",
                                "spare"));
        models().change(admin, "hidden", enabled(false));
        models().delete(admin, "gone");
        for (int i = 0; i < 5; i++) {
            providers.at("https://one").fails(new CompletionProblem.ProviderFailed("broken"));
        }

        ask("mine");

        assertThat(providers.at("https://spare").asked()).hasSize(1);
        assertThat(providers.at("https://hidden").asked()).isEmpty();
        assertThat(providers.at("https://gone").asked()).isEmpty();
        assertThat(fixture.model().asked()).isEmpty();
    }

    @Test
    void a_price_of_a_model_is_in_the_usage_and_replaces_that_of_the_configuration() {
        ModelPrice price = new ModelPrice(
                BigDecimal.valueOf(1_000_000), BigDecimal.ZERO, BigDecimal.valueOf(1_000_000), BigDecimal.ZERO);
        ModelDefinition model = definition("priced", deployment("a", "https://one"));
        models().create(
                        admin,
                        new ModelDefinition(
                                model.name(),
                                model.deployments(),
                                model.choice(),
                                model.fallbacks(),
                                Optional.of(price),
                                model.contextTokens(),
                                model.groups(),
                                Set.of(),
                                true,
                                false));

        ask("priced");

        assertThat(fixture.usage()
                        .requests(user, PageRequest.first())
                        .items()
                        .getFirst()
                        .cost())
                .hasValueSatisfying(cost -> assertThat(cost).isEqualByComparingTo("62"));
    }

    @Test
    void another_nodes_change_is_in_force_after_a_second_and_unchanged_deployments_keep_their_clients() {
        models().create(admin, definition("mine", deployment("a", "https://one")));
        ask("mine");
        ManagedModel before = models().list(admin).getLast();
        Deployment added = deployment("b", "https://two");

        fixture.installation()
                .stores()
                .models()
                .put(before.next(before.definition()
                        .withDeployments(
                                List.of(before.definition().deployments().getFirst(), added))));
        ask("mine");
        int until = providers.connected;
        fixture.installation().time().advance(Duration.ofSeconds(1));
        ask("mine");

        assertThat(until).isEqualTo(1);
        assertThat(providers.connected).isEqualTo(2);
    }

    @Test
    void while_the_store_does_not_respond_the_known_models_stay_in_force() {
        AtomicBoolean isDown = new AtomicBoolean();
        CompletionFixture own =
                new CompletionFixture(parts -> parts.modelConnector(providers).stores(failing(parts.stores(), isDown)));
        Caller.User other = own.caller().withRoles(Set.of(Role.USER, Role.ADMIN));
        own.installation().core().models().create(other, definition("mine", deployment("a", "https://one")));
        CompletionRequest request = CompletionRequest.of("Hi").withModel("mine");
        own.completions().complete(other, request);

        isDown.set(true);
        own.installation().time().advance(Duration.ofSeconds(5));
        own.completions().complete(other, request);

        assertThat(providers.at("https://one").asked()).hasSize(2);
    }

    private static Stores failing(Stores others, AtomicBoolean isDown) {
        return new ForwardingStores() {
            @Override
            public Stores others() {
                return others;
            }

            @Override
            public ModelStore models() {
                if (isDown.get()) {
                    throw new Refusal(new CommonProblem.Unavailable("database"));
                }
                return others.models();
            }
        };
    }

    @Test
    void a_deployment_without_a_key_keeps_its_own_unless_its_address_changes() {
        models().create(admin, definition("mine", deployment("a", "https://one")));

        ManagedModel kept = models().change(
                        admin,
                        "mine",
                        change(
                                Optional.of(
                                        List.of(deployment("a", "https://one").withApiKey(Optional.empty()))),
                                Optional.of(1)));

        assertThat(kept.definition().deployments().getFirst().apiKey()).contains("k3y");
        assertThat(faultOf(() -> models().change(
                                admin,
                                "mine",
                                change(
                                        Optional.of(List.of(
                                                deployment("a", "https://evil").withApiKey(Optional.empty()))),
                                        Optional.empty()))))
                .contains("deployments[0].apiKey");
    }

    @Test
    void an_old_version_a_taken_name_and_a_model_of_the_environment_are_conflicts() {
        models().create(admin, definition("mine", deployment("a", "https://one")));
        models().change(admin, "mine", enabled(true));

        assertThat(List.of(
                        problemOf(() -> models().change(admin, "mine", change(Optional.empty(), Optional.of(1)))),
                        problemOf(() -> models().create(admin, definition("mine", deployment("a", "https://one")))),
                        problemOf(() -> models().create(admin, definition("fast", deployment("a", "https://one")))),
                        problemOf(() -> models().change(admin, "fast", enabled(false))),
                        problemOf(() -> models().delete(admin, "fast"))))
                .allSatisfy(problem -> assertThat(problem).isInstanceOf(CommonProblem.Conflict.class));
        assertThat(problemOf(() -> models().delete(admin, "other"))).isInstanceOf(CommonProblem.NotFound.class);
    }

    @Test
    void unknown_fallbacks_circles_groups_and_providers_are_refused_by_the_name_of_their_field() {
        Deployment here = deployment("a", "https://one");
        models().create(admin, definition("one", here));
        models().create(admin, with(definition("two", here), Optional.empty(), "one"));
        models().create(admin, with(definition("three", here), Optional.empty(), "fast", "two"));
        ModelChange circle = new ModelChange(
                Optional.empty(),
                Optional.empty(),
                Optional.of(List.of("fast", "three")),
                new Change.Kept<>(),
                new Change.Kept<>(),
                new Change.Kept<>(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());

        assertThat(faultOf(() -> models().create(admin, with(definition("x", here), Optional.empty(), "one", "nil"))))
                .contains("fallbacks[1]");
        assertThat(faultOf(() -> models().change(admin, "one", circle))).contains("fallbacks[1]");
        assertThat(faultOf(() -> models().create(
                                admin, with(definition("x", here), Optional.of(Set.of(new GroupId("grp_nil")))))))
                .contains("groups");
        assertThat(faultOf(() -> models().create(
                                admin,
                                definition(
                                        "x",
                                        here,
                                        new Deployment(
                                                "b", "nil", "", Optional.empty(), "m", Deployment.Dialect.CHAT, 1)))))
                .contains("deployments[1].provider");
    }

    @Test
    void only_admins_see_and_change_models() {
        assertThat(List.of(
                        problemOf(() -> models().list(user)),
                        problemOf(() -> models().create(user, definition("mine", deployment("a", "https://one")))),
                        problemOf(() -> models().change(user, "mine", enabled(false))),
                        problemOf(() -> models().delete(user, "mine")),
                        problemOf(() -> models().test(user, Optional.empty(), deployment("a", "https://one")))))
                .allSatisfy(problem -> assertThat(problem).isInstanceOf(CommonProblem.Forbidden.class));
    }

    @Test
    void a_test_says_whether_the_deployment_answers_and_uses_the_stored_key_only_at_its_address() {
        models().create(admin, definition("mine", deployment("a", "https://one")));
        providers.at("https://one").fails(new CompletionProblem.ProviderRefusedKey());

        ModelTest failed = models().test(
                        admin,
                        Optional.of("mine"),
                        deployment("a", "https://one").withApiKey(Optional.empty()));
        ModelTest answered = models().test(admin, Optional.empty(), deployment("", "https://two"));

        assertThat(failed.error()).isPresent();
        assertThat(answered.error()).isEmpty();
        assertThat(faultOf(() -> models().test(
                                admin,
                                Optional.of("mine"),
                                deployment("a", "https://evil").withApiKey(Optional.empty()))))
                .contains("deployment.apiKey");
    }

    @Test
    void the_audit_names_what_changed_and_hosts_inside_of_the_network_and_never_a_key() {
        models().create(admin, definition("mine", deployment("a", INSIDE)));
        models().change(
                        admin,
                        "mine",
                        change(
                                Optional.of(List.of(deployment("a", INSIDE).withApiKey(Optional.of("n3w")))),
                                Optional.empty()));
        models().delete(admin, "mine");

        List<AuditEntry> entries = fixture
                .installation()
                .core()
                .administration()
                .audit(admin, AuditFilter.ofUser(admin.userId()), PageRequest.first())
                .items()
                .stream()
                .filter(entry -> entry.details().containsKey(AuditDetail.MODEL))
                .toList();

        assertThat(entries)
                .extracting(AuditEntry::action)
                .containsExactly(AuditAction.MODEL_DELETED, AuditAction.MODEL_CHANGED, AuditAction.MODEL_CREATED);
        assertThat(entries.getLast().details()).containsEntry(AuditDetail.INSIDE_HOSTS, "10.0.0.7");
        assertThat(entries.get(1).details().get(AuditDetail.AFTER)).contains("replaced");
        assertThat(entries.toString()).doesNotContain("k3y", "n3w");
    }
}
