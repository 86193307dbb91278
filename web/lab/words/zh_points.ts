import type { Said } from '../../ui/i18n/part';
import type { enPoints } from './use_point_words';

/** 关于初步测量、点的文件和点的过程的中文文字；键与 en_points.ts 相同。 */
export const zhPoints: Said<typeof enPoints> = {
  look: {
    looking: '初步测量，每点 {{count}} 个事务',
    refining: '细化，每点 {{count}} 个事务',
    next: '随后每个点按 {{count}} 个事务测量。',
    nextFor: '随后每个点按 {{count}} 个事务测量，大约需要 {{time}}。',
    only: '初步测量之后停止',
    alone: '初步测量之后不再测量。',
    chart:
      '空心标记为初步测量：每点 {{look}} 个事务。已按本实验要求的 {{full}} 个事务测量：{{count}} 个点中的 {{done}} 个。',
    claims:
      '尚未按 {{full}} 个事务测量的点，目前按每点 {{look}} 个事务的初步测量判断（{{count}} 个点中已测量 {{done}} 个）。',
    table: '≈ 为初步测量，{{look}} 个事务；其余为 {{full}} 个。',
    point: '初步测量：{{look}} 个事务。本实验要求 {{full}} 个。',
    label: '{{point}}，初步测量',
  },
  taken: {
    read: '{{name}}：读入 {{count}} 个测量点，其中 {{here}} 个属于当前实验。',
    kept: '{{name}}：读入 {{count}} 个测量点。实验需要它们时便会显示。',
    noPoint: '未读入 {{name}}：第 {{line}} 行不是测量点。',
    other: '未读入 {{name}}：第 {{line}} 行的结果与该测量点的已知结果不同。',
    tooLong: '未读入 {{name}}：第 {{line}} 行的 {{path}} 超过此处允许的 {{most}} 个值。',
    tooLarge: '未读入 {{name}}：文件为 {{size}} MB，最多 {{limit}} MB。',
    unreadable: '无法读取 {{name}}。',
    notText:
      '{{name}} 不是 UTF-8 文本：第 {{line}} 行的第 {{byte}} 个字节（从文件开头算起）不属于任何字符。',
    dismiss: '关闭',
  },
  timeline: {
    title: '随时间的变化',
    show: '显示随时间的变化',
    help: '再运行一次此测量点，并在途中记录进展。',
    running: '正在再次运行……',
    rate: '每秒提交',
    shares: '客户端的时间用在哪里',
    virtual: '虚拟时间，{{unit}}',
    said: '每秒提交 {{low}} 到 {{high}} 次，共 {{count}} 段，每段 {{stretch}}。',
  },
  over: {
    title: { rate: '每秒：{{metric}}', total: '累计：{{metric}}' },
    amount: { rate: '每秒 {{amount}}', total: '{{amount}}' },
    line: {
      rate: '{{name}}每秒 {{low}} 至 {{high}}，{{count}} 个区间平均 {{mean}}',
      total: '{{name}}{{time}} 时为 {{last}}',
    },
    at: { rate: '区间中点', total: '虚拟时间' },
    table: '以表格显示曲线',
  },
  occupancy: {
    share: '时间占比',
    measured: '实测',
    planned: '模型：P(k)',
    label: '{{title}}。处于状态 {{state}} 的时间最长：占 {{share}}。',
    labelPlanned: '按模型，最可能的是状态 {{state}}：{{share}}。',
    mean: 'P(k) 是测量部分中存在平衡的 {{count}} 次计划的平均值。',
    none: '测量部分的 {{plans}} 次计划都不存在平衡。',
    some: '{{plans}} 次计划中有 {{unbalanced}} 次不存在平衡。',
    unplanned: '测量部分中没有做过计划。',
    table: '以表格显示',
    state: '状态 k',
  },
  path: {
    title: '系统软件的指令数',
    software: '{{name}}：{{source}}。',
    machine: '采用机器的价格，所有系统相同。',
    part: '组成部分',
    instructions: '指令数',
    counted: '单独计数',
    rest: '整个操作的计数减去已单独计数的部分',
    none: '没有这一部分，或已计入其他部分',
    set: '由本实验设定',
  },
};
