package dev.guildhall.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everyday sentences: what holds for long about the user, and what sounds like it. */
class FactSentencesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "I'm vegan.",
                "My sister lives in Leeds.",
                "I was born in 1990.",
                "I've lived in Berlin since 2019.",
                "I'm a software engineer at Siemens.",
                "I moved to Lisbon last year.",
                "I don't eat pork.",
                "I have two children.",
                "I have a cat named Tom.",
                "I'm learning Spanish.",
                "I work from home.",
                "I really love hiking.",
                "I speak Polish and English.",
                "My wife's name is Eva.",
                "I'm 42.",
                "You can call me Sam.",
                "I drive a Tesla.",
                "I live in St. Louis.",
                "My favourite film is \"Up\".",
            })
    void english_sentences_about_the_user_are_facts(String said) {
        assertThat(facts(said)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "My friend said \"I live in Paris\".",
                "\"I live in Paris,\" she said.",
                "He said that I live in Paris.",
                "She told me: I am allergic to nuts.",
                "Translate: I live in Paris.",
                "Translate \"I am vegan.\" into German.",
                "Translate to French: I am a teacher.",
                "What does \"I love you\" mean?",
                "Do I live in Paris?",
                "If I lived in Paris, I would walk.",
                "I would like to live in Paris.",
                "I wish I lived in Paris.",
                "I might move to Paris.",
                "I may be allergic to nuts.",
                "I think I am hungry.",
                "My friend lives in Paris.",
                "Her name is Eva.",
                "I am in a hurry.",
                "I am a bit confused.",
                "I'm not sure whether I like tea.",
                "I have a question.",
                "I have a headache today.",
                "I need help with my car.",
                "I like this idea.",
                "I love your answer!",
                "I use this function to sort a list.",
                "I don't understand.",
                "I am a little lost here.",
                "I always get this error.",
                "I never said that.",
                "I play a character called Bob in this story.",
                "Say I live in Paris.",
                "Assuming I live in Paris, which tax applies?",
                "Let's pretend I'm a doctor.",
                "Act as if I am a pirate.",
                "For example, I live in Paris.",
                "In the story, I am a knight.",
                "I have a meeting at 3.",
                "I'm from the marketing team and need a slogan.",
                "I can't drink and drive, right?",
                "He wrote: \"I am ill. I live in Paris. I am vegan.\"",
                "Translate this:\nI live in Paris.",
                "I use it.",
                "I prefer the second one.",
                "I have to walk my dog.",
                "I live in Paris, she said.",
            })
    void english_sentences_about_others_or_the_moment_are_not(String said) {
        assertThat(facts(said)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Ich lebe in München.",
                "Ich wohne in der Nähe von Köln.",
                "Ich bin Softwareentwickler.",
                "Ich bin Lehrerin von Beruf.",
                "Ich habe eine Tochter.",
                "Ich habe eine Laktoseintoleranz.",
                "Meine Frau heißt Eva.",
                "Ich bin 42.",
                "Ich komme aus Polen.",
                "Ich lerne Spanisch.",
                "Ich bin Veganer.",
                "Ich vertrage keine Laktose.",
                "Ich fahre einen Golf.",
                "Ich bin verheiratet.",
                "Ich arbeite seit drei Jahren bei Siemens.",
                "Ich bin am 3. Mai 1990 geboren.",
                "Seit 2019 wohne ich in Berlin.",
                "Ich hasse Koriander.",
            })
    void german_sentences_about_the_user_are_facts(String said) {
        assertThat(facts(said)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Wohne ich in Berlin?",
                "Er sagte: „Ich wohne in Berlin.“",
                "„Ich wohne in Berlin“, sagte sie.",
                "Übersetze: Ich wohne in Berlin.",
                "Mein Freund wohnt in Berlin?",
                "Wenn ich in Berlin wohnen würde, hätte ich ein Rad.",
                "Ich würde gern in Berlin wohnen.",
                "Ich möchte Lehrer werden.",
                "Ich bin nicht sicher, ob ich Tee mag.",
                "Ich habe eine Frage.",
                "Ich habe keine Zeit.",
                "Ich habe Hunger.",
                "Ich bin Ihnen dankbar.",
                "Sie heißt Eva.",
                "Angenommen, ich wohne in Berlin.",
                "Ich arbeite gerade an einem Projekt.",
                "Ich mag deine Antwort.",
                "Ich mag das nicht.",
                "Ich liebe dich.",
                "Stell dir vor, ich bin Arzt.",
                "Ich bin gerade im Büro.",
                "Was heißt „Ich mag Tee“?",
                "Ich nutze diese Funktion zum Sortieren.",
                "Ich habe heute einen Hund gesehen.",
                "Ich habe meinen Hund verloren.",
                "Übersetze:\nIch wohne in Berlin.",
            })
    void german_sentences_about_others_or_the_moment_are_not(String said) {
        assertThat(facts(said)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Je vis à Lyon.",
                "Je vis en France depuis 2019.",
                "J'habite Lyon.",
                "Je suis professeur de maths.",
                "Je suis développeur web.",
                "Je suis végétarien.",
                "Je suis née en 1990.",
                "Je suis né à Paris.",
                "Je suis français.",
                "Je suis marié.",
                "J'ai une fille de 5 ans.",
                "J'ai un chat.",
                "Ma femme s'appelle Claire.",
                "Mon fils a 8 ans.",
                "Je n'ai pas d'enfants.",
                "J'ai deux frères.",
                "Je ne bois pas d'alcool.",
                "Je ne mange plus de viande.",
                "J'aime beaucoup le jazz.",
                "J'adore le chocolat noir.",
                "Je n'aime pas les champignons.",
                "Je déteste les épinards.",
                "Je préfère le train à l'avion.",
                "Je suis intolérant au lactose.",
                "Je suis allergique à l'arachide.",
                "Je parle anglais et espagnol.",
                "J'apprends le japonais.",
                "Je joue du piano.",
                "Je joue au tennis.",
                "Je travaille comme infirmière.",
                "Je travaille dans une banque.",
                "Mon anniversaire est le 3 mai.",
                "J'utilise Linux.",
                "Je conduis une Clio.",
                "Appelle-moi Sam.",
                "Je n'habite plus à Lyon.",
                "Mon film préféré est Amélie.",
                "Je suis enceinte.",
                "Je viens de Marseille.",
                "Je suis originaire de Bretagne.",
                "Je suis coiffeuse.",
            })
    void french_sentences_about_the_user_are_facts(String said) {
        assertThat(facts(said)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Est-ce que j'habite à Lyon ?",
                "Où est-ce que j'habite ?",
                "Il a dit : « J'habite à Lyon. »",
                "« J'habite à Lyon », dit-elle.",
                "Traduis : J'habite à Lyon.",
                "Traduis en anglais : je suis médecin.",
                "Que veut dire « je t'aime » ?",
                "Si j'habitais à Lyon, je prendrais le tram.",
                "J'aimerais habiter à Lyon.",
                "Je pense que j'aime le thé.",
                "Je ne sais pas si j'aime le thé.",
                "Je suis en retard.",
                "Je suis perdu.",
                "Je suis heureuse.",
                "Je suis curieuse de voir.",
                "Je suis triste.",
                "Je suis le premier.",
                "C'est Noël.",
                "Je suis un peu fatigué.",
                "Je suis d'accord.",
                "J'ai une question.",
                "J'ai faim.",
                "J'ai un problème avec mon code.",
                "J'ai mal à la tête.",
                "J'aime bien ta réponse.",
                "J'aime ça.",
                "Ma copine habite à Lyon ?",
                "Elle s'appelle Claire.",
                "Mon ami habite à Lyon.",
                "Je viens de finir.",
                "Je viens de comprendre.",
                "J'ai commencé à lire ce livre.",
                "J'ai rejoint la réunion en retard.",
                "J'utilise cette fonction pour trier.",
                "Imagine que je suis un pirate.",
                "Supposons que j'habite à Lyon.",
                "Peut-être que j'aime le thé.",
                "J'ai commencé le code, mais il ne marche pas.",
                "Je préfère cette version.",
                "Je joue à un jeu de rôle avec toi.",
                "J'étudie ce problème.",
                "J'ai besoin d'aide avec ma voiture.",
                "J'ai vu un chat dans la rue.",
                "J'ai rencontré le frère de Paul.",
                "Je suis un pirate dans cette histoire.",
                "Je parle de mon projet.",
                "Je parle trop.",
                "Par exemple, j'habite à Lyon.",
                "Disons que j'habite à Lyon.",
                "Admettons que je suis médecin.",
                "Traduis en anglais :\nJ'habite à Lyon.",
                "Il a dit : « Je suis malade. J'habite à Lyon. »",
                "J'ai perdu ma voiture.",
            })
    void french_sentences_about_others_or_the_moment_are_not(String said) {
        assertThat(facts(said)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Vivo en Madrid.",
                "Vivo en Madrid desde 2019.",
                "Soy de Sevilla.",
                "Soy profesora.",
                "Soy ingeniero de software.",
                "Soy vegano.",
                "Estoy casada.",
                "Tengo una hija.",
                "Tengo dos gatos.",
                "Tengo 42 años.",
                "No tengo hijos.",
                "Mi mujer se llama Eva.",
                "Mi hijo tiene 8 años.",
                "Nací en 1990.",
                "Nací el 3 de mayo de 1990.",
                "Nací en Lima.",
                "No bebo alcohol.",
                "No como gluten.",
                "Soy intolerante a la lactosa.",
                "Soy celíaca.",
                "Me encanta el senderismo.",
                "No me gustan las aceitunas.",
                "Me gusta mucho el jazz.",
                "Odio madrugar.",
                "Prefiero el tren al avión.",
                "Trabajo en un banco.",
                "Trabajo desde casa.",
                "Hablo inglés y francés.",
                "Estoy aprendiendo japonés.",
                "Toco el piano.",
                "Juego al tenis.",
                "Uso Linux.",
                "Mi cumpleaños es el 3 de mayo.",
                "Llámame Sam.",
                "Ya no vivo en Madrid.",
                "Mi película favorita es Volver.",
                "Estoy embarazada.",
                "A mí me gusta el café.",
                "Tengo alergia al polen.",
                "Yo vivo en Bogotá.",
                "Trabajo de camarero.",
            })
    void spanish_sentences_about_the_user_are_facts(String said) {
        assertThat(facts(said)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "¿Vivo en Madrid?",
                "¿Me gusta el té?",
                "Él dijo: «Vivo en Madrid».",
                "«Vivo en Madrid», dijo ella.",
                "\"Soy médico\", dijo Juan.",
                "Traduce: Vivo en Madrid.",
                "Traduce al inglés: soy médico.",
                "Si viviera en Madrid, iría en metro.",
                "Me gustaría vivir en Madrid.",
                "Creo que me gusta el té.",
                "No sé si me gusta el té.",
                "Ella vive en Madrid.",
                "Mi amigo vive en Madrid.",
                "Se llama Eva.",
                "Tengo una pregunta.",
                "Tengo hambre.",
                "Tengo un problema con el código.",
                "Tengo dolor de cabeza.",
                "Estoy en casa.",
                "Estoy perdido.",
                "Me gusta tu respuesta.",
                "Me gusta esa idea.",
                "No me gusta eso.",
                "Uso esta función para ordenar.",
                "Soy nuevo aquí.",
                "Soy yo.",
                "Soy consciente de eso.",
                "Imagina que soy un pirata.",
                "Supongamos que vivo en Madrid.",
                "Tal vez me gusta el té.",
                "Por ejemplo, vivo en Madrid.",
                "Digamos que soy médico.",
                "Como te dije, no funciona.",
                "Como no funciona, necesito ayuda.",
                "Tomo nota.",
                "Tomo el autobús ahora.",
                "Estudio este problema.",
                "Estudio tu respuesta.",
                "Trabajo en ello.",
                "Trabajo en este problema.",
                "Tengo que llevar a mi hijo al médico.",
                "Tengo que hablar con mi madre.",
                "Juego contigo.",
                "Hablo en serio.",
                "Hablo contigo.",
                "Amo este libro que me recomendaste.",
                "Soy todo oídos.",
                "Si es posible, uso Linux.",
                "Mi padre dice que vivo en Madrid.",
                "Traduce al inglés:\nVivo en Madrid.",
                "Dijo: «Estoy mal. Vivo en Madrid.»",
            })
    void spanish_sentences_about_others_or_the_moment_are_not(String said) {
        assertThat(facts(said)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "我住在上海。",
                "我来自四川。",
                "我是程序员。",
                "我今年30岁。",
                "我不吃辣。",
                "我对海鲜过敏。",
                "我养了一只猫。",
                "我有一个女儿。",
                "我已经结婚了。",
                "我在学日语。",
                "我喜欢爬山。",
                "我不喜欢咖啡。",
                "我叫王芳。",
                "我妻子叫李娜。",
                "我的生日是5月3日。",
                "我在腾讯工作。",
                "我是素食者。",
                "我吃素。",
                "我家有两只狗。",
            })
    void chinese_sentences_about_the_user_are_facts(String said) {
        assertThat(facts(said)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "我住在上海吗？",
                "他说：“我住在上海。”",
                "“我住在上海，”她说。",
                "翻译：我住在上海。",
                "如果我住在上海，该怎么办？",
                "我想住在上海。",
                "她叫李娜。",
                "我朋友住在上海。",
                "我有一个问题。",
                "我饿了。",
                "我不知道我喜不喜欢茶。",
                "我喜欢你的回答。",
                "我爱你。",
                "我是说这个不行。",
                "我是不是很笨",
                "假设我是医生。",
                "我觉得很累。",
                "请把“我喜欢茶”翻译成英文。",
                "我的朋友叫李明。",
                "我可能会搬到上海。",
                "我在写代码。",
                "我是第一次来。",
                "我不会说。",
                "例如，我住在上海。",
                "翻译成英文：\n我住在上海。",
                "他说：“我累了。我住在上海。”",
            })
    void chinese_sentences_about_others_or_the_moment_are_not(String said) {
        assertThat(facts(said)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "東京に住んでいます。",
                "私は大阪に住んでいる。",
                "北海道出身です。",
                "私はエンジニアです。",
                "看護師として働いています。",
                "猫を飼っています。",
                "猫を二匹飼っています。",
                "子供が二人います。",
                "娘が一人います。",
                "結婚しています。",
                "独身です。",
                "私は30歳です。",
                "30歳です。",
                "お酒は飲みません。",
                "肉は食べません。",
                "納豆が嫌いです。",
                "ジャズが好きです。",
                "コーヒーが大好きです。",
                "英語を勉強しています。",
                "英語が話せます。",
                "日本語を勉強中です。",
                "そばアレルギーです。",
                "卵にアレルギーがあります。",
                "私はベジタリアンです。",
                "誕生日は5月3日です。",
                "1990年生まれです。",
                "妻の名前は花子です。",
                "田中といいます。",
                "私の趣味は登山です。",
                "趣味は読書です。",
                "ピアノを弾きます。",
                "テニスをしています。",
                "銀行に勤めています。",
                "パクチーが苦手です。",
                "去年京都に引っ越しました。",
            })
    void japanese_sentences_about_the_user_are_facts(String said) {
        assertThat(facts(said)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "東京に住んでいますか？",
                "私はどこに住んでいますか。",
                "彼女は東京に住んでいます。",
                "彼は「東京に住んでいます」と言いました。",
                "「東京に住んでいます」と彼女は言った。",
                "「東京に住んでいます」を英語に訳してください。",
                "翻訳して：東京に住んでいます。",
                "もし東京に住んでいたら便利です。",
                "東京に住みたいです。",
                "友達は東京に住んでいます。",
                "友達が東京に住んでいます。",
                "母が東京に住んでいます。",
                "私は疲れています。",
                "私は大丈夫です。",
                "質問があります。",
                "お腹が空きました。",
                "それが好きです。",
                "これはいいですね。",
                "あなたの答えが好きです。",
                "頭が痛いです。",
                "私は今忙しいです。",
                "私は医者だとします。",
                "私は医者だと仮定してください。",
                "たぶん紅茶が好きです。",
                "紅茶が好きかもしれません。",
                "紅茶が好きかどうかわかりません。",
                "名前は何ですか。",
                "好きな色は何ですか？",
                "この関数を使っています。",
                "この本が好きな人は多いです。",
                "彼の名前は太郎です。",
                "息子さんはいますか",
                "私は初めてです。",
                "私は賛成です。",
                "私は困っています。",
                "猫が庭にいます。",
                "犬が吠えています。",
                "仕事は終わりました。",
                "家は遠いですか",
                "車はどこですか。",
                "私は嬉しいです。",
                "会社は休みです。",
                "田中さんは教師です。",
                "例えば、東京に住んでいます。",
                "私は知りません。",
                "英語に訳してください：\n東京に住んでいます。",
                "彼は「疲れました。東京に住んでいます。」と言いました。",
                "それを覚えておいてください。",
            })
    void japanese_sentences_about_others_or_the_moment_are_not(String said) {
        assertThat(facts(said)).isEmpty();
    }

    private static List<StatedFact> facts(String said) {
        return FactRules.in(said);
    }
}
